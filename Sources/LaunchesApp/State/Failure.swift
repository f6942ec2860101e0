import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A failure for which there is a sentence for a person. Every error becomes one of these, in one place.
public enum Failure: Error, Equatable, Sendable {
    case offline, tookTooLong, nothingThere
    case answer(AnswerError)
    case changed(String)
    case unknown

    public init(_ error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as AnswerError: .answer(error)
            case let error as DecodingError: .changed(Self.place(of: error))
            case URLError.tooShort: .answer(.notJSON)
            case is TookTooLong, URLError.timedOut: .tookTooLong
            case is URLError: .offline
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
        case .changed(let place): "The data have a new form at \(place). Update this app."
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

extension URLError {
    /// The codes of the error for an answer that is shorter than its announced length: -1005 as documented,
    /// and -1 with Swift 6.3 on Linux.
    fileprivate static var tooShort: Set<Code> { [.networkConnectionLost, .unknown] }
}

private func ~= (codes: Set<URLError.Code>, error: any Error) -> Bool {
    (error as? URLError).map { codes.contains($0.code) } ?? false
}
