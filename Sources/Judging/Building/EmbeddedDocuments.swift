import Foundation

/// The documents of a folder, built into the module of the sources beside them. They get the same
/// names as in a build of the package manager: `PackageResources.telstar_json`.
struct EmbeddedDocuments {
    let folder: URL

    /// The contents of a Swift file that declares the documents.
    ///
    /// - Throws: An error if a document cannot be read.
    var source: Data {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".json") && !SharedModule.isHidden($0) }.sorted()
            let declarations = try names.map { name in
                let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
                let identifier = String(
                    name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
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
}
