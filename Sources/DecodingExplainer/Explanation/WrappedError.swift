import Foundation

/// A search for the error that another one wraps.
enum WrappedError {
    /// The largest number of errors that are searched, each wrapped by the one before it.
    private static let deepest = 4

    /// Returns the first error that can be explained, `error` itself or one that it wraps: in the
    /// payload of its case, in a property, or as the underlying error of an `NSError`.
    ///
    /// - Returns: `error` if there is none.
    static func explainable(in error: any Error) -> any Error {
        find(in: error, depth: 0) ?? error
    }

    private static func find(in error: any Error, depth: Int) -> (any Error)? {
        if error is DecodingError || error is EncodingError { return error }
        guard depth < deepest else { return nil }
        if let error = find(inPartsOf: error, depth: depth) { return error }
        let userInfo = (error as NSError).userInfo
        var underlying: [any Error] = []
        if let error = userInfo[NSUnderlyingErrorKey] as? any Error { underlying.append(error) }
        if let errors = userInfo["NSMultipleUnderlyingErrorsKey"] as? [any Error] {
            underlying += errors.prefix(16)
        }
        return underlying.lazy.compactMap { find(in: $0, depth: depth + 1) }.first
    }

    /// Looks into the payload of a case, the properties of a structure, the members of a tuple, and the
    /// elements of an array.
    private static func find(inPartsOf value: Any, depth: Int) -> (any Error)? {
        for child in Mirror(reflecting: value).children.prefix(16) {
            if let error = child.value as? any Error {
                if let found = find(in: error, depth: depth + 1) { return found }
            } else if depth < deepest,
                let style = Mirror(reflecting: child.value).displayStyle,
                [.tuple, .optional, .collection].contains(style),
                let found = find(inPartsOf: child.value, depth: depth + 1)
            {
                return found
            }
        }
        return nil
    }
}
