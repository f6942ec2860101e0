import Foundation

extension Request where Value == [Launch] {
    /// Every launch.
    public static var launches: Self { Self("launches") }

    /// The launches whose mission has these words in its name.
    public static func launches(matching words: String) -> Self {
        Self("launches", query: [URLQueryItem(name: "mission_name", value: words)])
    }
}

extension Request where Value == Launch {
    /// One launch, by its flight number.
    public static func launch(_ number: Int) -> Self { Self("launches/\(number)") }
}

extension Request where Value == Patch {
    /// The picture of a mission, wherever it is.
    public static func patch(at url: URL) -> Self {
        Self(url.absoluteString) { try Patch(png: $0) }
    }
}

extension Request where Value == Gallery {
    /// The paintings that fit some words.
    public static func paintings(_ words: String) -> Self {
        Self("collection", query: [URLQueryItem(name: "q", value: words)])
    }
}

extension Request where Value == Painting {
    /// One painting with its colors, by its object number. The museum wraps it in an object.
    public static func painting(_ number: String) -> Self {
        Self("collection/\(number)") {
            try JSONDecoder().decode(Painting.Wrapped.self, from: $0).artObject
        }
    }
}

extension Painting {
    fileprivate struct Wrapped: Decodable { let artObject: Painting }
}
