import Foundation

/// A build of a lesson's program from a source text, made by the compiler alone.
package struct LessonBuild: Sendable {
    private let number: String
    private let workbook: WorkbookFolder

    /// Creates a build.
    ///
    /// - Parameters:
    ///   - number: The number of the lesson: `07`.
    ///   - workbook: The package's folder.
    package init(_ number: String, in workbook: WorkbookFolder) {
        self.number = number
        self.workbook = workbook
    }

    /// Builds the program, and before it the modules that lessons share, if they are not up to date.
    ///
    /// - Parameters:
    ///   - source: The contents of the lesson's file, unchanged or changed.
    ///   - folder: An empty folder for a copy of the file and for the results.
    /// - Returns: The program.
    /// - Throws: ``BuildFailure``, or an error with a description if nothing can be built on this
    ///   system.
    package func program(from source: String, in folder: URL) async throws -> URL {
        let file = workbook.path(.lesson, number)
        let lessonFolder = workbook.lessonFolder(number) ?? ""
        // A page names the last three parts of the path.
        let copy = folder.appendingPathComponent(file)
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(source.utf8).write(to: copy)
        let resources = folder.appendingPathComponent("PackageResources.swift")
        try workbook.embeddedDocuments(in: lessonFolder).write(to: resources)
        let otherSources = workbook.files(in: lessonFolder)
            .filter { $0.hasSuffix(".swift") && $0 != file }.map { workbook.url($0).path }
        let object = folder.appendingPathComponent("lesson.o")
        let program = folder.appendingPathComponent("lesson-\(number)")
        let modules = SharedModule.ofLessons.filter { workbook.exists($0.path) }
        try await SharedBuild.use(modules, in: workbook, for: "demos") { shared in
            let lesson = Compiler.Module(
                name: "Lesson\(number)", sources: [copy.path, resources.path] + otherSources,
                imports: [shared.modules], object: object)
            let calls = [
                shared.compiler.arguments(for: lesson, moduleCache: shared.moduleCache),
                shared.compiler.arguments(
                    forProgram: program, of: [object] + shared.objects(of: modules)),
            ]
            for arguments in calls {
                try await shared.call(arguments, in: folder, for: (file, copy))
            }
        }
        return program
    }
}
