import DecodingExplainer
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Measures the explainer on documents that are made to stop a server, beside the decoder on the same
/// document: how many times the decoder's time it takes, without the type and with it, and how much memory
/// beyond the document it takes without. None is to take more than 2 times and 64 MB without, or 8 times
/// with. Built and run by feedback-loop.
///
/// What takes less than a few milliseconds does not count: the decoder refuses these documents in their
/// first bytes, or reads one number once. Then the fixed part of an explanation, its text and the lines
/// around the place, is longer than that, and it is the same for each document.
@main
struct ExplainerBounds {
    private struct Item: Decodable {
        let name: String
        let number: Int
    }

    private enum Style: String, Decodable { case ale }

    /// A list that leaves out what is no string, and then refuses what is left.
    private struct Lossy: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if (try? container.decode(String.self)) == nil { _ = try container.superDecoder() }
            }
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Nothing is left."))
        }
    }

    private static let megabyte = 1_000_000

    static func main() {
        print("The explainer beside JSONDecoder, on documents that strangers could send")
        measure("50 MB of [", Data(repeating: UInt8(ascii: "["), count: 50 * megabyte))
        measure("50 MB of {\"a\":", repeated("{\"a\":", 10 * megabyte))
        measure("50 MB of \"", Data(repeating: UInt8(ascii: "\""), count: 50 * megabyte))
        let keys = (0..<1_000_000).map { "\"nam_\($0)\":0" }.joined(separator: ",")
        measure("a million keys that look alike", Data("{\(keys)}".utf8))
        let list = (0..<1_000_000).map { "\"n\($0)ame\":{\"name\":0}" }.joined(separator: ",")
        measure("a million objects with the key", Data("{\(list)}".utf8))
        let text = repeated("日本語の橋 ", 50 * megabyte / 16)
        measure(
            "one line of 50 MB, not ASCII",
            Data("{\"text\":\"".utf8) + text + Data("\",\"name\":1}".utf8))
        measure(
            "the same, cut short", Data("{\"text\":\"".utf8) + text)
        let zalgo = repeated("e\u{301}", 50 * megabyte / 3)
        measure("50 MB of accents", Data("{\"text\":\"".utf8) + zalgo + Data("\",\"name\":1}".utf8))
        let record = "{\"name\": \"Endeavor\", \"number\": 1}, "
        let records = "[" + String(repeating: record, count: 25 * megabyte / record.utf8.count)
        measure(
            "UTF-16, 50 MB", (records + "{\"name\": 1}]").data(using: .utf16LittleEndian) ?? Data())
        measure("UTF-16, cut short", records.data(using: .utf16BigEndian) ?? Data())
        let digits = String(repeating: "9", count: megabyte)
        measure(
            "a number of a million digits", Data("[{\"name\":\"a\",\"number\":\(digits)}]".utf8))
        measure(
            "a fraction of a million digits", Data("[{\"name\":\"a\",\"number\":0.\(digits)}]".utf8)
        )
        measure("a million numbers", Data("[\(repeatedText("[1.5],", megabyte))1]".utf8))
        measure(
            "50 MB of escapes",
            Data("{\"".utf8) + repeated("\\u0041", 50 * megabyte / 6) + Data("\":1}".utf8))
        measure("50 MB of line breaks", repeated("\n", 50 * megabyte))
        let long = String(repeating: "x", count: 10 * megabyte)
        measure("a raw value of 10 MB", Data("\"\(long)\"".utf8), as: Style.self)
        measure("a key of 10 MB", Data("{\"\(long)\": \"\"}".utf8), as: [String: Int].self)
        let numbers = String(repeating: "12, ", count: megabyte)
        measure("a million numbers, the last wrong", Data("[\(numbers)1.5]".utf8), as: [Int].self)
        measure(
            "the same, all of them wrong for a lossy list", Data("[\(numbers)1]".utf8),
            as: Lossy.self)
    }

    private static func repeatedText(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    private static func repeated(_ text: String, _ count: Int) -> Data {
        Data(repeatedText(text, count).utf8)
    }

    private static func measure(_ name: String, _ document: Data) {
        if document.first(where: { $0 != 0 }) == UInt8(ascii: "[") {
            measure(name, document, as: [Item].self)
        } else {
            measure(name, document, as: Item.self)
        }
    }

    private static func measure<Value: Decodable>(
        _ name: String, _ document: Data, as type: Value.Type
    ) {
        var error: (any Error)?
        let decoding = milliseconds {
            do { _ = try JSONDecoder().decode(type, from: document) } catch let thrown {
                error = thrown
            }
        }
        guard let error else {
            print("  \(name): the decoder reads it")
            return
        }
        let before = Memory.resident(resettingPeak: true)
        var explanation: Explanation?
        let alone = milliseconds { explanation = Explanation(of: error, in: document) }
        let beyond = Memory.peak() - before
        let typed = milliseconds {
            explanation = Explanation(of: error, in: document, decodedAs: type)
        }
        print(
            String(
                format: "  %-34@ %7.1f ms %7.2f and %5.2f times %7.1f MB  %@", name as NSString,
                alone, alone / decoding, typed / decoding,
                Double(max(beyond, 0)) / 1e6, (explanation?.code.rawValue ?? "") as NSString))
    }

    /// The processor's time, which is about the same on a busy machine.
    private static func milliseconds(_ work: () -> Void) -> Double {
        let start = clock()
        work()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000
    }
}

/// The memory of this process, where Linux tells of it.
private enum Memory {
    static func resident(resettingPeak: Bool) -> Int {
        #if canImport(Glibc)
            if resettingPeak, let file = fopen("/proc/self/clear_refs", "w") {
                fputs("5", file)
                fclose(file)
            }
        #endif
        return value(of: "VmRSS")
    }

    static func peak() -> Int { value(of: "VmHWM") }

    private static func value(of name: String) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first
        else { return 0 }
        return (Int(kilobytes) ?? 0) * 1024
    }
}
