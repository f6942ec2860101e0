import DecodingExplainer
import Foundation
import Testing

private struct Picture: Decodable {
    let imageURL: String
}

private struct Titled: Decodable {
    let title: String
}

private struct Numbered: Decodable {
    let number: Int
}

@Suite struct ExplainMissingKey {
    @Test func snakeCaseThatTheStrategyDoesNotReach() throws {
        let json = #"{"image_url":"https:\/\/museum.example\/skaters.jpg"}"#
        let explanation = try explain(Picture.self, json)
        #expect(explanation.kind == .keyNotFound)
        #expect(explanation.codingPath.description == "")
        #expect(
            Array(explanation.lines().prefix(3)) == [
                #"keyNotFound: no key "imageURL" at the top level"#,
                "    1 │ \(json)",
                "      │ ▲ this object has: image_url",
            ])
        let advice = try #require(explanation.advice)
        #expect(advice.contains(#"case imageURL = "image_url""#))
        #expect(advice.contains(#"turns it into "imageUrl""#))
    }

    @Test func snakeCaseThatTheStrategyReaches() throws {
        struct Snake: Decodable { let imageUrl: String }
        let advice = try explain(Snake.self, #"{"image_url":"x"}"#).advice
        #expect(advice?.contains("keyDecodingStrategy to .convertFromSnakeCase") == true)
    }

    @Test func keyThatAStrategyHasChanged() throws {
        struct Raw: Decodable {
            let url: String
            enum CodingKeys: String, CodingKey { case url = "image_url" }
        }
        let explanation = try explain(Raw.self, #"{"image_url":"x"}"#) {
            $0.keyDecodingStrategy = .convertFromSnakeCase
        }
        #expect(explanation.advice?.contains(#"it becomes "imageUrl""#) == true)
    }

    @Test func nearestSpellingFirst() throws {
        let explanation = try explain(
            Titled.self, #"{"id":1,"subtitle":"x","tittle":"x","Title":"x","link":"x"}"#)
        let note = try #require(explanation.excerpt?.label)
        #expect(note.hasPrefix("this object has: Title, tittle, subtitle"))
    }

    @Test func manyKeysAreCutToEight() throws {
        let keys = (1...20).map { "\"key\($0)\":0" }.joined(separator: ",")
        let explanation = try explain(Titled.self, "{\(keys)}")
        #expect(explanation.excerpt?.label?.hasSuffix(" and 12 more") == true)
        #expect(explanation.excerpt?.label?.split(separator: ",").count == 8)
        #expect(explanation.advice?.contains("optional") == true)
    }

    @Test func emptyObjectInAnArray() throws {
        let explanation = try explain([Titled].self, "[\n  {\"title\": \"A\"},\n  {}\n]")
        #expect(explanation.headline == #"keyNotFound: no key "title" in [1]"#)
        #expect(explanation.excerpt?.line == 3)
        #expect(explanation.excerpt?.column == 3)
        #expect(explanation.excerpt?.label == "this object is empty")
        #expect(explanation.markedText() == "{}")
        #expect(explanation.excerpt?.lines.map(\.number) == [1, 2, 3, 4])
    }

    @Test func twentyThousandKeysLeaveTheNearest() throws {
        let keys = (0..<20_000).map { "\"some_key_\($0)\":0" }.joined(separator: ",")
        let explanation = try explain(Titled.self, "{\(keys),\"ti-tle\":0}")
        #expect(explanation.excerpt?.label?.hasPrefix("this object has: ti-tle, ") == true)
        #expect(explanation.excerpt?.label?.hasSuffix(" and 19993 more") == true)
    }
}

@Suite struct ExplainMismatch {
    @Test func numberInQuotes() throws {
        let explanation = try explain([Numbered].self, #"[{"number": 1}, {"number": "12"}]"#)
        #expect(explanation.kind == .typeMismatch)
        #expect(explanation.codingPath.description == "[1].number")
        #expect(
            explanation.headline
                == #"typeMismatch at [1].number: expected Int, found the string "12""#)
        #expect(explanation.excerpt?.column == 28)
        #expect(explanation.markedText() == #""12"}]"#)
        #expect(explanation.advice?.contains("in quotes") == true)
    }

    @Test func listInsideAnObject() throws {
        let explanation = try explain([Titled].self, #"{"page":1,"beers":[{"title":"x"}]}"#)
        #expect(
            explanation.headline
                == "typeMismatch at the top level: expected an array, found an object")
        #expect(explanation.advice?.contains(#"may be under "beers""#) == true)
    }

    @Test func arrayWhereAnObjectIsWanted() throws {
        let explanation = try explain(Titled.self, #"[{"title":"x"}]"#)
        #expect(
            explanation.headline
                == "typeMismatch at the top level: expected an object, found an array")
        #expect(explanation.advice?.contains("[T].self") == true)
        #expect(try explain(Titled.self, "[]").advice?.contains("An empty array") == true)
    }

    @Test(arguments: [
        (#"{"number":true}"#, "found true", "Bool"),
        (#"{"number":[7]}"#, "found an array", "[Int]"),
        (#"{"number":{"value":7}}"#, "found an object", "Decodable type"),
        (#"{"number":"seven"}"#, #"found the string "seven""#, "String"),
    ])
    func otherValues(json: String, found: String, advice: String) throws {
        let explanation = try explain(Numbered.self, json)
        #expect(explanation.headline.hasSuffix(found))
        #expect(explanation.excerpt?.column == 11)
        #expect(explanation.advice?.contains(advice) == true)
    }

    @Test func numberWhereTrueOrFalseIsWanted() throws {
        let explanation = try explain([Bool].self, "[1]")
        #expect(explanation.headline == "typeMismatch at [0]: expected Bool, found the number 1")
        #expect(explanation.advice?.contains("Int") == true)
    }

    @Test func dateAsAString() throws {
        let explanation = try explain([Date].self, #"["2025-05-31"]"#)
        #expect(explanation.advice?.contains("If the property is a Date") == true)
    }

    @Test("With the type, a date is told from the number or string that it is read from")
    func knownDate() throws {
        let string = try explainAll([Date].self, #"["2025-05-31"]"#)
        #expect(
            string.advice?.hasPrefix("JSONDecoder reads a date") == true)
        let other = try explainAll([Double].self, #"["n/a"]"#)
        #expect(other.advice?.contains("Date") == false)
        let number = try explainAll([Date].self, "[5]") { $0.dateDecodingStrategy = .iso8601 }
        #expect(
            number.advice?.hasPrefix("The decoder's dateDecodingStrategy reads strings.") == true)
        let object = try explainAll([Date].self, "[{}]") { $0.dateDecodingStrategy = .iso8601 }
        #expect(object.advice?.hasSuffix("use it instead of Date.") == true)
        #expect(try explainAll([URL].self, "[5]").advice?.contains("Instead of a URL") == true)
    }

    @Test func enumWithTwoCasesKeepsTheMessage() throws {
        enum Shape: Decodable {
            case circle(radius: Int)
            case square(side: Int)
        }
        let explanation = try explain(Shape.self, "{}")
        #expect(explanation.headline.contains("Invalid number of keys found, expected one."))
    }

    @Test func withoutADocument() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Titled].self, from: Data("{}".utf8))
        }
        let explanation = Explanation(of: error)
        #expect(explanation.excerpt == nil)
        #expect(
            explanation.headline == "typeMismatch at the top level: "
                + "Expected to decode an array but found an object instead.")
    }
}

@Suite struct ExplainMissingValue {
    @Test func null() throws {
        let explanation = try explain(Numbered.self, "{\n\t\"number\": null\n}")
        #expect(explanation.kind == .valueNotFound)
        #expect(explanation.headline == "valueNotFound at number: expected Int, found null")
        #expect(explanation.excerpt?.line == 2)
        #expect(explanation.excerpt?.column == 12)
        #expect(explanation.markedText() == "null")
        #expect(explanation.advice?.contains("optional") == true)
    }

    @Test func superDecoderOfAMissingKey() throws {
        struct Employee: Decodable {
            let person: Titled
            enum CodingKeys: CodingKey { case person }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                person = try Titled(from: container.superDecoder(forKey: .person))
            }
        }
        let explanation = try explain(Employee.self, #"{"title": "Joe"}"#)
        #expect(explanation.kind == .valueNotFound)
        #expect(explanation.codingPath.description == "person")
        #expect(explanation.excerpt?.label == "this object has: title")
        #expect(explanation.advice?.contains("The key is not there") == true)
    }

    @Test func endOfAnArray() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                _ = try container.decode(Int.self)
            }
        }
        let explanation = try explain([String: Pair].self, #"{"x": [1]}"#)
        #expect(
            explanation.headline
                == "valueNotFound at x[1]: expected Int, but the array has ended after 1 element")
        #expect(explanation.markedText() == "[1]}")
    }
}

@Suite struct ExplainCorruptedValue {
    @Test func unknownRawValue() throws {
        let explanation = try explain([ExplainFixtures.BeerList.Style].self, #"["ale", "stout"]"#)
        #expect(explanation.codingPath.description == "[1]")
        #expect(
            explanation.headline.hasPrefix(
                #"dataCorrupted at [1]: found the string "stout". "#))
        #expect(explanation.markedText() == #""stout"]"#)
        #expect(explanation.advice?.contains("enum") == true)
    }

    @Test func emptyURL() throws {
        let explanation = try explain([URL].self, #"[""]"#)
        #expect(explanation.headline.hasSuffix("Invalid URL string."))
        #expect(explanation.advice?.contains("empty string") == true)
    }

    @Test func notBase64() throws {
        let explanation = try explain([Data].self, #"["***"]"#)
        #expect(explanation.advice?.contains("base64") == true)
    }

    @Test func dateWhoseErrorNamesNoPlace() throws {
        let explanation = try explainAll([Date].self, #"["31 May"]"#) {
            $0.dateDecodingStrategy = .iso8601
        }
        #expect(explanation.headline.contains("ISO8601"))
        #expect(!explanation.description.contains("JSON at"))
        // The error names the array, and the explanation the date.
        #expect(explanation.codingPath.description == "[0]")
        #expect(explanation.markedText() == #""31 May"]"#)
    }

    @Test func messageOfTheAuthor() throws {
        struct Strict: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "The week has 8 days."))
            }
        }
        let atTheRoot = try explain(Strict.self, #"{"a":1.5,}"#)
        #expect(atTheRoot.headline == "dataCorrupted: The week has 8 days.")
        #expect(!atTheRoot.description.contains("JSON"))
        let further = try explain([Strict].self, "[8]")
        #expect(
            further.headline
                == "dataCorrupted at [0]: found the number 8. The week has 8 days.")
    }
}

@Suite struct ExplainPaths {
    @Test func convertedKeysAreFollowed() throws {
        struct Outer: Decodable { let someInner: [Numbered] }
        let explanation = try explain(
            Outer.self, #"{"some_inner": [{"number": 1}, {"number": true}]}"#
        ) { $0.keyDecodingStrategy = .convertFromSnakeCase }
        #expect(explanation.codingPath.description == "someInner[1].number")
        #expect(explanation.markedText() == "true}]}")
    }

    @Test func exactKeyWinsOverASimilarOne() throws {
        let json = #"{"Number": {"number": 1}, "num_ber": 2, "number": "x"}"#
        #expect(try explain(Numbered.self, json).markedText() == #""x"}"#)
    }

    @Test func firstOfEqualKeysWins() throws {
        let json = #"{"number": "first", "number": 2, "number": "third"}"#
        #expect(try explain(Numbered.self, json).markedText()?.hasPrefix(#""first""#) == true)
    }

    @Test func escapedKeysAreRead() throws {
        let json = #"{"other": 1, "\u006eumber": "x"}"#
        #expect(try explain(Numbered.self, json).markedText() == #""x"}"#)
    }

    @Test func integerKeyOfADictionaryIsNoIndex() throws {
        let explanation = try explain([Int: Int].self, #"{"3": "x"}"#)
        #expect(explanation.codingPath.description == #"["3"]"#)
        #expect(explanation.markedText() == #""x"}"#)
    }

    @Test func keysThatAreNoIdentifiers() throws {
        let explanation = try explain(
            [String: [String: Int]].self, #"{"styles": {"pale \"ale\"": null}}"#)
        #expect(explanation.codingPath.description == #"styles["pale \"ale\""]"#)
        #expect([any CodingKey]().readablePath == "")
    }

    @Test func pathThatTheDocumentDoesNotHave() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(
                [String: [Numbered]].self, from: Data(#"{"list": [{"number": "x"}]}"#.utf8))
        }
        let explanation = Explanation(of: error, in: Data(#"{"list": []}"#.utf8))
        #expect(explanation.markedText() == "[]}")
        #expect(explanation.excerpt?.label == "the document has no list[0]")
    }
}

@Suite struct ExplainOtherErrors {
    @Test func encodingNaN() throws {
        let error = try #require(throws: EncodingError.self) {
            try JSONEncoder().encode(["width": Double.nan])
        }
        let explanation = Explanation(of: error)
        #expect(explanation.kind == .invalidValue)
        #expect(explanation.codingPath.description == "width")
        #expect(explanation.headline.hasPrefix("invalidValue at width: cannot encode nan."))
        #expect(explanation.advice?.contains("nonConformingFloatEncodingStrategy") == true)
    }

    @Test func missingFile() throws {
        let error = try #require(throws: (any Error).self) {
            try Data(contentsOf: URL(filePath: "/does/not/exist.json"))
        }
        let explanation = Explanation(of: error)
        #expect(explanation.kind == .other)
        #expect(explanation.headline.hasPrefix("other: CocoaError 260: "))
        #expect(explanation.headline.contains("/does/not/exist.json"))
        #expect(explanation.advice == nil)
    }

    @Test func errorOfYourOwn() {
        enum Strike: Error { case rain }
        #expect(Explanation(of: Strike.rain).headline == "other: Strike: rain")
    }
}
