import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A failure for which there is a sentence for a person. Every error becomes one of these, in one place.
///
/// A canceled task is no failure: nobody waits for it any more. Ask the task before you ask the error.
public enum Failure: Error, Equatable, Sendable {
    case offline
    case tookTooLong
    case nothingThere
    case answer(AnswerError)
    case changed(String)
    case unknown

    public init(_ error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as AnswerError: .answer(error)
            case let error as DecodingError: .changed(Self.place(of: error))
            case let error as URLError: Self.failure(for: error.code)
            case is TookTooLong: .tookTooLong
            default: .unknown
            }
    }

    private static func failure(for code: URLError.Code) -> Failure {
        switch code {
        case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost:
            .offline
        case .timedOut: .tookTooLong
        default: .unknown
        }
    }

    public var sentence: String {
        switch self {
        case .offline: "The server cannot be reached. Are you online?"
        case .tookTooLong: "The server takes too long. Try again later."
        case .nothingThere: "There is nothing to show: the list is empty."
        case .answer(.status(404)):
            "The server does not know that. Check the number or the address."
        case .answer(.status(let code)):
            "The server answers with error \(code). Try again later."
        case .answer(.page):
            "The answer is a page for people and not data. Check the address."
        case .answer(.notJSON): "The answer breaks off or is not data. Try again later."
        case .answer(.notAPicture): "The answer is not a picture."
        case .changed(let place):
            "The form of the data has changed at \(place). Update this app."
        case .unknown: "Something went wrong. Try again later."
        }
    }

    /// Returns the place of an error: `[2].rocket.second_stage`, or the top level.
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
        let place = names.joined()
        return place.isEmpty
            ? "the top level" : place.hasPrefix(".") ? String(place.dropFirst()) : place
    }
}
