import Foundation

/// Builds the program of a lesson from a text, by the compiler alone.
package struct LessonBuild: Sendable {
    private let number: String
    private let workbook: WorkbookFolder
    /// From the package's folder.
    private let lessonFolder: String

    package init(_ number: String, in workbook: WorkbookFolder) {
        self.number = number
        self.workbook = workbook
        lessonFolder = workbook.lessonFolder(number) ?? ""
    }

    private var fileName: String { "Lesson\(number).swift" }

    private var modules: [SharedModule] {
        SharedModule.ofLessons.filter { workbook.exists($0.path) }
    }

    /// Builds what lessons share, where it has to.
    ///
    /// - Throws: ``BuildFailure``, and an error with a description where nothing can be built here.
    package func prepare() throws {
        try explained { try SharedBuild.use(modules, in: workbook, for: "demos") { _ in } }
    }

    /// Builds the program.
    ///
    /// - Parameters:
    ///   - text: The lesson's file, as it is or after a change.
    ///   - folder: An empty folder for a copy with that text, and for what is made of it.
    /// - Returns: The program.
    /// - Throws: ``BuildFailure``, and an error with a description where nothing can be built here.
    package func program(from text: String, in folder: URL) throws -> URL {
        // A page names the last three parts of the path.
        let copy = folder.appendingPathComponent("\(lessonFolder)/\(fileName)")
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: copy)
        let resources = folder.appendingPathComponent("PackageResources.swift")
        try EmbeddedDocuments(in: workbook.url(lessonFolder)).source.write(to: resources)
        let others = workbook.names(in: lessonFolder)
            .filter { $0.hasSuffix(".swift") && $0 != fileName && !SharedModule.isHidden($0) }
            .map { workbook.url("\(lessonFolder)/\($0)").path }
        let object = folder.appendingPathComponent("lesson.o")
        let program = folder.appendingPathComponent("lesson-\(number)")
        try explained {
            try SharedBuild.use(modules, in: workbook, for: "demos") { shared in
                let lesson = Compiler.Module(
                    name: "Lesson\(number)", sources: [copy.path, resources.path] + others,
                    imports: [shared.modules], object: object)
                let calls = [
                    shared.compiler.arguments(for: lesson, moduleCache: shared.moduleCache),
                    shared.compiler.arguments(
                        forProgram: program, of: [object] + shared.objects(of: modules)),
                ]
                for arguments in calls {
                    _ = try CompilerCall(
                        arguments: arguments, compiler: shared.compiler, folder: folder,
                        workbook: workbook
                    ).run {
                        // What is said of the copy is said of the lesson's own file.
                        $0.replacing(
                            copy.path, with: workbook.url("\(lessonFolder)/\(fileName)").path)
                    }
                }
            }
        }
        return program
    }

    private func explained(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let failure as CompilerCall.Unexplained {
            throw BuildFailure(diagnostics: [], output: failure.output)
        }
    }
}
