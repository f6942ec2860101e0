/// The result of a search in the museum.
public struct Gallery: Sendable, Equatable, Decodable {
    public let hits: [Hit]

    public struct Hit: Sendable, Equatable, Decodable {
        public let number: String
        public let title: String
        public let maker: String

        private enum CodingKeys: String, CodingKey {
            case number = "objectNumber"
            case title
            case maker = "principalOrFirstMaker"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case hits = "artObjects"
    }
}
