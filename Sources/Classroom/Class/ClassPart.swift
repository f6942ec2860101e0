import DecodingExplainer
import Foundation
import Judging

/// The number of a part of a class and the number of all parts: `3/10`.
struct PartNumber: Codable, Equatable, CustomStringConvertible, Sendable {
    let number: Int
    let count: Int

    /// The whole class.
    static let whole = PartNumber(1, of: 1)

    init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

    /// Reads `3/10`, or returns nil for a text that is no such number.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: #/([0-9]{1,4})/([0-9]{1,4})/#),
            let number = Int(match.1), let count = Int(match.2), number > 0, number <= count
        else { return nil }
        self.init(number, of: count)
    }

    var description: String { "\(number)/\(count)" }

    /// Returns the elements of this part: each tenth one, from the third on. Pupils who sit side by side
    /// often hand in alike, and so each part takes about as long as the others.
    func elements<Element>(of all: [Element]) -> [Element] {
        stride(from: number - 1, to: all.count, by: count).map { all[$0] }
    }
}

/// The results of a part of a class, in a file.
struct ClassPart: Codable, Sendable {
    var version = 1
    let number: PartNumber
    let results: ClassResults

    /// Writes the whole file or nothing, so that a part that was stopped leaves none.
    func write(to file: URL) throws {
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }
}

extension ClassPart {
    /// Reads a part, and checks that it is whole.
    ///
    /// - Throws: ``CommandFailure`` with the file's name.
    init(from file: URL) throws {
        let name = DisplayText.printable(file.lastPathComponent)
        guard let data = try? Data(contentsOf: file) else {
            throw CommandFailure(description: "\(name) cannot be read.")
        }
        guard let part = try? JSONDecoder().decode(ClassPart.self, from: data), part.version == 1,
            part.isWhole
        else {
            throw CommandFailure(
                description: "\(name) is broken, or another version of the workbook wrote it. "
                    + "Judge that part again.")
        }
        self = part
    }

    private var isWhole: Bool {
        (1...9_999).contains(number.count) && (1...number.count).contains(number.number)
            && results.rows.map(\.pupil) == number.elements(of: results.pupils)
            && results.rows.allSatisfy { $0.outcomes.count == results.exercises.count }
    }

    /// Puts parts together.
    ///
    /// - Parameter parts: The parts of one class in any order, with the names of their files.
    /// - Returns: The results of the whole class, as if one machine had judged it.
    /// - Throws: ``CommandFailure`` if a part is missing, doubled or of another class.
    static func joined(_ parts: [(name: String, part: ClassPart)]) throws -> ClassResults {
        let first = parts[0]
        let count = first.part.number.count
        var places: [Int: (name: String, part: ClassPart)] = [:]
        for other in parts {
            guard other.part.isOfSameClass(as: first.part) else {
                throw CommandFailure(
                    description: "\(other.name) is not a part of the same class, exercises and "
                        + "number of parts as \(first.name).")
            }
            if let double = places[other.part.number.number] {
                throw CommandFailure(
                    description: "Part \(other.part.number) is there twice: \(double.name) and "
                        + "\(other.name). Leave one out.")
            }
            places[other.part.number.number] = other
        }
        let missing = (1...count).filter { places[$0] == nil }
        guard missing.isEmpty else {
            throw CommandFailure(
                description: "\(missing.count == 1 ? "A part is" : "Parts are") missing: "
                    + missing.map { "\(PartNumber($0, of: count))" }.joined(separator: ", ")
                    + ". swift run classroom judge FOLDER --part \(missing[0])/\(count) --results "
                    + "part-\(missing[0]).json judges "
                    + (missing.count == 1 ? "it." : "the first of them."))
        }
        var results = first.part.results
        results.rows = results.pupils.indices.compactMap { index in
            places[index % count + 1]?.part.results.rows[index / count]
        }
        return results
    }

    private func isOfSameClass(as other: ClassPart) -> Bool {
        number.count == other.number.count && results.pupils == other.results.pupils
            && results.exercises == other.results.exercises
            && results.strayFiles == other.results.strayFiles
    }
}
