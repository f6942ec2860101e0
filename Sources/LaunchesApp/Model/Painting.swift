/// A painting with its maker and its colors.
public struct Painting: Sendable, Equatable {
    public let number: String
    public let title: String
    public let maker: String
    /// The year in which the maker was born, and the year in which the maker died, if they are known.
    public let born: Int?
    public let died: Int?
    public let colors: [Share]

    /// A color, with the part of the painting that has it, in percent.
    public struct Share: Sendable, Equatable, Decodable {
        public let percentage: Int
        public let color: Color

        private enum CodingKeys: String, CodingKey {
            case percentage
            case color = "hex"
        }
    }
}

extension Painting: Decodable {
    /// The museum's answer. The painting is inside of another object.
    private struct Document: Decodable {
        let artObject: ArtObject
    }

    private struct ArtObject: Decodable {
        let objectNumber: String
        let title: String
        let principalOrFirstMaker: String
        let principalMakers: [Maker]
        let normalizedColors: [Share]
    }

    private struct Maker: Decodable {
        let dateOfBirth: Year?
        let dateOfDeath: Year?
    }

    /// The year of a date that has two forms in the museum's documents: `1622` and `1652-08-09`.
    private struct Year: Decodable {
        let number: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let date = try container.decode(String.self)
            guard let year = date.split(separator: "-").first, let number = Int(year) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "A date begins with a year.")
            }
            self.number = number
        }
    }

    public init(from decoder: any Decoder) throws {
        let painting = try Document(from: decoder).artObject
        number = painting.objectNumber
        title = painting.title
        maker = painting.principalOrFirstMaker
        born = painting.principalMakers.first?.dateOfBirth?.number
        died = painting.principalMakers.first?.dateOfDeath?.number
        colors = painting.normalizedColors
    }
}
