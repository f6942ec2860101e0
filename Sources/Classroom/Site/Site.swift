import Foundation
import Judging

/// `classroom site`: writes the recorded pages of the lessons as a static site.
///
/// Each page is complete in itself, and asks for nothing from anywhere. Search and the buttons that copy
/// are made by a script beside the pages: without it, everything else is there. What a page shows is what
/// `maintain record` has recorded, so it is the same from run to run.
struct Site {
    let workbook: WorkbookFolder
    let arguments: SiteArguments
    let lessons: [SiteLesson]
    let exercises: [SiteExercise]

    /// - Throws: ``CommandFailure`` where a lesson has no pages.
    init(workbook: WorkbookFolder, arguments: SiteArguments) throws {
        self.workbook = workbook
        self.arguments = arguments
        lessons = try workbook.lessons.map { try SiteLesson($0, in: workbook) }
        exercises = workbook.lessons.compactMap { SiteExercise($0, in: workbook) }
    }

    /// - Throws: ``CommandFailure`` where the folder cannot be written.
    func run() throws -> Bool {
        let folder =
            arguments.folder.map {
                URL(
                    fileURLWithPath: $0,
                    relativeTo: URL(
                        fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true
                    ))
            } ?? workbook.url(".build/site")
        let files = files()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in files {
                try Data(text.utf8).write(
                    to: folder.appendingPathComponent(name), options: .atomic)
            }
        } catch {
            let reason = (error as? CocoaError)?.localizedDescription ?? "\(error)"
            throw CommandFailure(description: "\(folder.path) cannot be written: \(reason)")
        }
        let path = { (name: String) in folder.appendingPathComponent(name).path }
        try Console.print(
            [
                "Wrote \(lessons.count) lessons and \(exercises.count) exercises. Open "
                    + "\(path("index.html")) in a browser; printed, a lesson is a worksheet."
            ] + (arguments.hasReview ? ["The sheet of questions: \(path(reviewFile))"] : []))
        return true
    }

    /// The pages, the script and what it searches, by the names of their files.
    func files() -> [(name: String, text: String)] {
        let way =
            [index]
            + lessons.flatMap { lesson in
                [page(of: lesson)] + exercises.filter { $0.number == lesson.number }.map(page)
            }
        var files: [(name: String, text: String)] = []
        for (position, page) in way.enumerated() {
            let next = position + 1 < way.count ? way[position + 1] : nil
            files.append((page.file, html(of: page, position > 0 ? way[position - 1] : nil, next)))
        }
        for exercise in exercises {
            let ways = exercise.otherWays.indices.map { page(ofWay: $0, to: exercise) }
            for (position, page) in ways.enumerated() {
                let next = position + 1 < ways.count ? ways[position + 1] : nil
                files.append(
                    (page.file, html(of: page, position > 0 ? ways[position - 1] : nil, next)))
            }
        }
        if arguments.hasReview {
            let sheet = review(complain: Console.complain)
            files.append((sheet.file, html(of: sheet, nil, nil)))
        }
        files.append(("site.js", String(decoding: PackageResources.site_js, as: UTF8.self)))
        files.append(("search-index.js", SearchIndex(way.dropFirst()).script))
        return files
    }

    func references(on file: String) -> CrossReferences {
        CrossReferences(
            steps: Dictionary(uniqueKeysWithValues: lessons.map { ($0.number, $0.stepTitles) }),
            exercises: Set(exercises.map(\.number)), page: file)
    }

    func exercise(_ number: String) -> SiteExercise? { exercises.first { $0.number == number } }
}
