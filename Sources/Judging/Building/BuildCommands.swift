import Foundation

/// The commands of an ordinary build, which the package manager writes down in `debug.yaml`, in the
/// form of swift-llbuild's docs/buildsystem.rst.
package struct BuildCommands {
    /// Commands that are not as this type knows them.
    package struct Unknown: Error {
        package init() {}
    }

    private let manifest: String

    /// - Parameter buildFolder: The folder of the build.
    package init(buildFolder: URL) throws {
        manifest = try String(
            contentsOf: buildFolder.appendingPathComponent("debug.yaml"), encoding: .utf8)
    }

    /// A command with its arguments.
    ///
    /// - Parameters:
    ///   - name: A module or a product.
    ///   - kind: `module` for the one, `exe` for the other.
    /// - Throws: ``Unknown`` where there is none.
    package func arguments(_ name: String, _ kind: String) throws -> [String] {
        let command = manifest.ranges(of: "\n  \"C.\(name)-").first { range in
            manifest[range.upperBound...].prefix { $0 != "\n" }.hasSuffix(".\(kind)\":")
        }
        guard let command,
            let start = manifest[command.upperBound...].firstRange(of: "\n    args: ")
        else { throw Unknown() }
        let line = manifest[start.upperBound...].prefix { $0 != "\n" }
        return try JSONDecoder().decode([String].self, from: Data(line.utf8))
    }

    /// What the commands read, with a slash at the end of a folder whose files they depend on.
    func inputs() throws -> Set<String> {
        let prefix = "    inputs: "
        return try manifest.split(separator: "\n").filter { $0.hasPrefix(prefix) }
            .reduce(into: []) { inputs, line in
                let names = Data(line.dropFirst(prefix.count).utf8)
                inputs.formUnion(try JSONDecoder().decode([String].self, from: names))
            }
    }

    /// The paths in a file that a command names with `@`.
    package static func paths(inFileOf argument: String) throws -> [String] {
        try String(contentsOfFile: String(argument.dropFirst()), encoding: .utf8)
            .split(separator: "\n")
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'")) }
    }

    /// Takes options away that a command cannot have twice, or with another one.
    ///
    /// - Parameters:
    ///   - single: Options without a value.
    ///   - pairs: Options with one.
    package static func arguments(
        _ command: some Sequence<String>, without single: Set<String>, pairs: Set<String>
    ) -> [String] {
        var arguments: [String] = []
        var rest = Array(command)[...]
        while let argument = rest.popFirst() {
            if pairs.contains(argument) {
                _ = rest.popFirst()
            } else if !single.contains(argument) {
                arguments.append(argument)
            }
        }
        return arguments
    }
}
