import Foundation

extension WorkbookFolder {
    /// Returns the contents of a Swift file that declares the documents of a folder, for the module
    /// of the sources beside them. They get the same names as in a build of the package manager:
    /// `PackageResources.telstar_json`.
    ///
    /// - Throws: An error if a document cannot be read.
    func embeddedDocuments(in folder: String) throws -> Data {
        let declarations = try files(in: folder).filter { $0.hasSuffix(".json") }.map { path in
            let bytes = try Data(contentsOf: url(path))
            let identifier = String(
                url(path).lastPathComponent.map { $0.isLetter || $0.isNumber ? $0 : "_" })
            // An array literal of numbers would keep the compiler busy for seconds.
            return "    static let \(identifier): [UInt8] = Array("
                + "PackageResources.decoded(\"\(bytes.base64EncodedString())\"))\n"
        }
        return Data(
            """
            import Foundation

            struct PackageResources {
            \(declarations.joined())
                private static func decoded(_ text: String) -> Data {
                    Data(base64Encoded: text) ?? Data()
                }
            }

            """.utf8)
    }
}
