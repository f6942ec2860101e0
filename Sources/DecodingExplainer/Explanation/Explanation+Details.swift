import Foundation

extension Explanation {
    /// The parts of an explanation that depend on the error.
    struct Details {
        var code = Explanation.Code.otherError
        /// The headline from the end of the kind on.
        var headline: String
        /// The path of the place that was found, if the error names none.
        var codingPath: Explanation.Path?
        var found: String?
        var foundKind: Explanation.ValueKind?
        var expected: String?
        var excerpt: Excerpt?
        /// In the text in UTF-8, until it is ``located(in:)``.
        var byteRange: Range<Int>?
        var advice: String?
    }
}

extension Explanation.Details {
    init(of error: any Error, in document: DocumentReading?) {
        switch error {
        case let error as DecodingError:
            self.init(of: error, in: document)
        case EncodingError.invalidValue(let value, let context):
            self.init(ofInvalidValue: value, context)
        case let error as any ExplainableError:
            let path = error.codingPath
            self.init(headline: path.isEmpty ? ": " : "\(Self.place(path)): ")
            headline += error.problem
            if !path.isEmpty { _ = mark(path, in: document) }
            advice = error.advice
        default:
            self.init(headline: ": " + Self.text(of: error))
        }
    }

    private init(of error: DecodingError, in document: DocumentReading?) {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(let type, let itsContext):
            context = itsContext
            self.init(ofTypeMismatch: type, context, in: document)
        case .valueNotFound(let type, let itsContext):
            context = itsContext
            self.init(ofMissingValue: type, context, in: document)
        case .keyNotFound(let key, let itsContext):
            context = itsContext
            self.init(ofMissingKey: key.stringValue, context, in: document)
        case .dataCorrupted(let itsContext):
            context = itsContext
            // Only the decoder's own refusal says that the bytes are to blame.
            if let document, DecoderTraits.isRefusal(context) {
                if let encoding = document.wideEncoding, let refusal = encoding.refusal {
                    self.init(ofEncoding: refusal, at: nil, in: document)
                } else if let encoding = document.wideEncoding,
                    let offset = document.malformedOffset
                {
                    self.init(
                        ofEncoding: "the text is not well-formed \(encoding.name)", at: offset,
                        in: document)
                } else {
                    self.init(ofRefusedDocument: document, context)
                }
                if excerpt != nil { return }
            } else {
                self.init(ofCorruptedValue: context, in: document)
            }
        @unknown default:
            self.init(headline: ": \(error)")
            return
        }
        if let cause = context.underlyingError {
            headline += Self.sentence(DecoderTraits.detail(of: cause) ?? Self.text(of: cause))
        }
    }

    private init(ofInvalidValue value: Any, _ context: EncodingError.Context) {
        let text = String(describing: value)
        let shown = text.prefix(60) + (text.count > 60 ? "…" : "")
        self.init(
            code: .cannotEncode,
            headline: "\(Self.place(context.codingPath)): cannot encode \(shown)."
                + Self.sentence(context.debugDescription),
            found: String(shown))
        if let number = value as? any FloatingPoint, !number.isFinite {
            advice =
                "JSON has no NaN and no infinity. Encode nil or leave the value out, or "
                + "choose strings for them: encoder.nonConformingFloatEncodingStrategy = "
                + ".convertToString(positiveInfinity: \"inf\", negativeInfinity: \"-inf\", "
                + "nan: \"nan\")."
        }
    }

    /// The details with the places in the bytes of the document, whatever its encoding is.
    func located(in document: DocumentReading?) -> Self {
        guard let document, let encoding = document.wideEncoding, let byteRange else { return self }
        var details = self
        let start = encoding.offset(of: byteRange.lowerBound, in: document.bytes)
        let end = encoding.offset(of: byteRange.upperBound, in: document.bytes)
        details.byteRange = start..<end
        return details
    }

    /// Marks a place of the document.
    ///
    /// - Parameter length: How many bytes are to blame.
    mutating func mark(
        _ place: DocumentPlace, length: Int, label: String?, in document: DocumentReading
    ) {
        excerpt = Excerpt(of: document.bytes, at: place, label: label)
        let start = min(place.offset, document.bytes.count)
        byteRange = start..<min(start + length, document.bytes.count)
    }

    /// An error of another kind in words.
    static func text(of error: any Error) -> String {
        let type = String(describing: Swift.type(of: error))
        let detail = DecoderTraits.detail(of: error).map { " \($0)" } ?? ""
        switch error {
        case is DecodingError, is EncodingError:
            return Explanation(of: error).headline
        // On Linux every NSError can be cast to CocoaError.
        case let error as CocoaError where (error as NSError).domain == CocoaError.errorDomain:
            let file = error.filePath.map { " (\($0))" } ?? ""
            let code = error.code.rawValue
            return "CocoaError \(code): \(error.localizedDescription)\(detail)\(file)"
        case let error as any LocalizedError:
            return "\(type): \(error.errorDescription ?? String(describing: error))"
        // On Apple's systems every error can be cast to NSError.
        case let error as NSError where Swift.type(of: error as any Error) is NSError.Type:
            return "\(error.domain) \(error.code): \(error.localizedDescription)\(detail)"
        default:
            return "\(type): \(String(describing: error))"
        }
    }
}
