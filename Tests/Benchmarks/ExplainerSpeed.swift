import DecodingExplainer
import Foundation

/// Times the explainer on lists of launches of 1, 10 and 100 MB: once for a wrong type in the last
/// launch, once for a document that ends too early. Built and run by feedback-loop.
@main
struct ExplainerSpeed {
    private struct Launch: Decodable {
        let number: Int
        let mission: String
    }

    static func main() {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5
        print("The explainer, in release")
        for isTruncated in [false, true] {
            var previous: Double?
            for megabytes in [1, 10, 100] {
                let document = document(megabytes: megabytes, isTruncated: isTruncated)
                let error = error(from: document, isTruncated: isTruncated)
                let clock = ContinuousClock()
                let times = (0..<max(rounds, 1)).map { _ in
                    let time = clock.measure {
                        let explanation = Explanation(of: error, in: document)
                        precondition(explanation.excerpt != nil)
                    }
                    return Double(time.components.attoseconds) / 1e18
                        + Double(time.components.seconds)
                }
                let median = times.sorted()[times.count / 2]
                let growth = previous.map {
                    String(format: "%5.1f times the one before", median / $0)
                }
                print(
                    String(
                        format: "  %-20@ %4d MB %9.1f ms %6.0f MB/s   ",
                        (isTruncated ? "cut short" : "wrong type at its end") as NSString,
                        megabytes, median * 1000, Double(document.count) / 1e6 / median)
                        + (growth ?? ""))
                previous = median
            }
        }
    }

    private static func document(megabytes: Int, isTruncated: Bool) -> Data {
        var document = Data("[\n".utf8)
        document.reserveCapacity(megabytes * 1_000_000 + 1000)
        var number = 0
        while document.count < megabytes * 1_000_000 {
            number += 1
            let launch = """
                  { "number": \(number), "mission": "Telstar \(number)", "success": true,
                    "rocket": { "name": "Falcon 9", "height": 70.04 }, "sites": [1, 2, 3] },

                """
            document.append(contentsOf: launch.utf8)
        }
        document.append(contentsOf: #"  { "number": "65", "mission": "Telstar 19V" }"#.utf8)
        if !isTruncated { document.append(contentsOf: "\n]\n".utf8) }
        return document
    }

    /// The error that the decoder gives. For the wrong type it is made by hand from a small document's
    /// error: decoding 100 MB would take a minute and tell nothing about the explainer.
    private static func error(from document: Data, isTruncated: Bool) -> any Error {
        do {
            if isTruncated {
                _ = try JSONDecoder().decode([Launch].self, from: Data("[".utf8))
            }
        } catch {
            return error
        }
        let newlines = document.count { $0 == UInt8(ascii: "\n") }
        let last = (newlines - 2) / 2
        return DecodingError.typeMismatch(
            Int.self,
            DecodingError.Context(
                codingPath: [Key(index: last), Key(name: "number")], debugDescription: ""))
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(index: Int) {
            stringValue = "Index \(index)"
            intValue = index
        }
        init(name: String) {
            stringValue = name
            intValue = nil
        }
        init?(stringValue: String) { self.init(name: stringValue) }
        init?(intValue: Int) { self.init(index: intValue) }
    }
}
