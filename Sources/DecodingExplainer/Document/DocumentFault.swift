/// A break of the rules of JSON, and where it is.
struct DocumentFault: Error {
    enum Problem {
        case empty
        case markup
        case propertyList
        case yaml
        case missingBraces
        case endsTooEarly
        case stringNotClosed
        case trailingComma
        case secondValue
        case extraBracket(Character)
        case earlyBracket(Character)
        case mismatchedBracket(Character)
        case missingComma
        case missingColon
        case missingKey
        case missingValue
        case missingClosingBrace
        case missingClosingQuote
        case missingOpeningQuote(String)
        case colonInsteadOfComma
        case semicolon
        case unescapedQuote
        case singleQuote
        case curlyQuote
        case unquotedKey(String)
        case unquotedText(String)
        case foreignLiteral(String, replacement: String)
        case incompleteLiteral(String, whole: String)
        case notANumber(String)
        case comment
        case malformedNumber(String)
        case leadingZero(String)
        case controlCharacter(UInt8)
        case invalidEscape(String)
        case invalidUTF8
        case loneSurrogate(String)
        case unexpectedCharacter(Character)
        case tooDeep
    }

    let problem: Problem
    let place: DocumentPlace
}
