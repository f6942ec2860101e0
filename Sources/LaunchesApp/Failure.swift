import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a person is told, decided in one place from whatever was thrown.
public enum Failure: Error, Equatable, Sendable {
    case offline, tookTooLong, notFound, nothingThere
    case refused(Int)
    case page, brokenOff
    case changed(String)
    case notAPicture
    case unknown

    public init(_ error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case AnswerError.status(404): .notFound
            case AnswerError.status(let code): .refused(code)
            case AnswerError.page: .page
            // A body that is shorter than promised: the second code on Linux (Swift 6.3).
            case AnswerError.notJSON, URLError.networkConnectionLost, URLError.unknown: .brokenOff
            case let error as DecodingError: .changed(Self.place(of: error))
            case URLError.timedOut, is TookTooLong: .tookTooLong
            case is URLError: .offline
            case is Patch.NotAPicture: .notAPicture
            default: .unknown
            }
    }

    public var sentence: String {
        switch self {
        case .offline: "The server cannot be reached. Are you online?"
        case .tookTooLong: "The server takes too long. Try again later."
        case .notFound: "The server does not know that. Check the number or the address."
        case .nothingThere: "There is nothing to show: the list is empty."
        case .refused(let code): "The server answers with error \(code). Try again later."
        case .page: "The answer is a page for people and not data. Check the address."
        case .brokenOff: "The answer breaks off or is not data. Try again later."
        case .changed(let place): "The data have a new form at \(place). Update this app."
        case .notAPicture: "The answer is not a picture."
        case .unknown: "Something went wrong. Try again later."
        }
    }

    /// `[2].rocket.rocket_name`, or the top level.
    private static func place(of error: DecodingError) -> String {
        let path: [any CodingKey]
        switch error {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: path = []
        }
        let names = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        let text = names.joined()
        return text.isEmpty
            ? "the top level" : text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}
