/// A step of a lesson: an ordinary function.
package typealias Step = @Sendable () async throws -> Void

/// The steps of a lesson and the path of their file.
package struct Steps: Sendable {
    /// The functions, in the order of the lesson.
    package let functions: [Step]

    /// The path that the steps' file had when it was compiled.
    package let filePath: String

    /// Creates the steps of the lesson in the calling file.
    ///
    /// - Parameters:
    ///   - functions: One function for each step, in the order of the file.
    ///   - filePath: The file that holds them. Leave it out.
    package init(_ functions: Step..., filePath: String = #filePath) {
        self.functions = functions
        self.filePath = filePath
    }
}
