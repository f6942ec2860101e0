import Foundation

extension Request where Value == [Launch] {
    /// A request for every launch.
    public static var launches: Self { Self("launches") }

    /// Returns a request for the launches whose mission has some words in its name.
    public static func launches(matching words: String) -> Self {
        Self("launches", query: [URLQueryItem(name: "mission_name", value: words)])
    }
}

extension Request where Value == Launch {
    /// Returns a request for one launch, by its flight number.
    public static func launch(_ number: Int) -> Self { Self("launches/\(number)") }
}

extension Request where Value == Patch {
    /// Returns a request for the picture of a mission, at any address.
    public static func patch(at url: URL) -> Self {
        Self(url.absoluteString) { try Patch(png: $0) }
    }
}

extension Request where Value == Gallery {
    /// Returns a request for the paintings that match some words.
    public static func paintings(_ words: String) -> Self {
        Self("collection", query: [URLQueryItem(name: "q", value: words)])
    }
}

extension Request where Value == Painting {
    /// Returns a request for one painting with its colors, by its object number.
    public static func painting(_ number: String) -> Self { Self("collection/\(number)") }
}
