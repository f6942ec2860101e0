import Foundation

/// A document with the decoder that reads it, as far as that is known.
struct DocumentReading {
    let bytes: DocumentBytes
    /// The number of the first line.
    let firstLine: Int
    let decoder: JSONDecoder?
    /// The encoding that the bytes came in, if it was not UTF-8.
    var wideEncoding: WideEncoding?
    /// The first offset at which the text in that encoding is not well-formed.
    var malformedOffset: Int?

    /// The offset after the byte order mark.
    var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// Returns the key that the decoder's strategy makes of a key of the document.
    ///
    /// - Parameters:
    ///   - key: The key as it is in the document.
    ///   - path: The path of the object that has it.
    func converted(_ key: String, in path: [any CodingKey]) -> String {
        switch decoder?.keyDecodingStrategy {
        case .convertFromSnakeCase: KeyText.convertedFromSnakeCase(key)
        case .custom(let convert): convert(path + [DocumentKey(stringValue: key)]).stringValue
        default: key
        }
    }

    /// A Boolean value that indicates whether the decoder's strategy is known and keeps the keys.
    var keepsKeys: Bool {
        if case .useDefaultKeys = decoder?.keyDecodingStrategy { true } else { false }
    }

    /// A Boolean value that indicates whether a date may be read from a number of seconds. It is true
    /// if the decoder is not known.
    var readsDatesAsNumbers: Bool {
        switch decoder?.dateDecodingStrategy {
        case nil, .deferredToDate, .secondsSince1970, .millisecondsSince1970: true
        default: false
        }
    }

    /// A Boolean value that indicates whether the decoder's strategy is known and changes keys.
    var convertsKeys: Bool {
        decoder != nil && !keepsKeys
    }
}

/// A key of an object, or the index of an element in the form that `JSONDecoder` gives to it.
struct DocumentKey: CodingKey {
    let stringValue: String
    private(set) var intValue: Int?

    init(stringValue: String) { self.stringValue = stringValue }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}
