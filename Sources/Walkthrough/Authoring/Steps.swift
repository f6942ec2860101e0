/// A step of a lesson: an ordinary function.
package typealias Step = @Sendable () async throws -> Void

/// The steps of a lesson and the file that they stand in.
package struct Steps: Sendable {
    /// The functions, in the order in which they are read.
    package let functions: [Step]

    /// The path of the file that made this value, when it was compiled.
    package let filePath: String

    /// Lists the steps of the lesson that the calling file holds.
    ///
    /// - Parameters:
    ///   - functions: One function a step, in the order of the file.
    ///   - filePath: The file that holds them. Leave it out.
    package init(_ functions: Step..., filePath: String = #filePath) {
        self.functions = functions
        self.filePath = filePath
    }
}
