import Foundation
import Judging

/// The command `classroom site`, which writes the recorded pages of the lessons as a static site.
///
/// Each page is complete in itself, and loads nothing from other sites. A script beside the pages adds the
/// search and the buttons that copy code; everything else works without it. The pages show the lessons as
/// `maintain record` has recorded them, so they are the same from run to run.
struct Site {
    let workbook: WorkbookFolder
    let arguments: SiteArguments
    let lessons: [SiteLesson]
    let exercises: [SiteExercise]

    /// Reads the lessons and the exercises.
    ///
    /// - Throws: ``CommandFailure`` if a lesson has no pages.
    init(workbook: WorkbookFolder, arguments: SiteArguments) throws {
        self.workbook = workbook
        self.arguments = arguments
        lessons = try workbook.lessons.map { try SiteLesson($0, in: workbook) }
        exercises = workbook.lessons.compactMap { SiteExercise($0, in: workbook) }
    }

    /// Writes the site.
    ///
    /// - Returns: True.
    /// - Throws: ``CommandFailure`` if the folder cannot be written.
    func run() throws -> Bool {
        let folder = arguments.folder.map(URL.typed) ?? workbook.url(".build/site")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try write(files(), to: folder)
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

    /// Writes the files, and takes away those that an earlier run wrote and this one did not. Sheets of
    /// questions stay, and so does what somebody else has put into the folder.
    private func write(_ files: [(name: String, contents: String)], to folder: URL) throws {
        let list = folder.appendingPathComponent(".site-files")
        let former = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
        let names = files.map(\.name)
        for name in former.split(separator: "\n").map(String.init)
        where !names.contains(name) && !name.contains("/") && !name.hasPrefix("review-") {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        for (name, contents) in files + [(".site-files", names.joined(separator: "\n") + "\n")] {
            try Data(contents.utf8).write(
                to: folder.appendingPathComponent(name), options: .atomic)
        }
    }

    /// Returns the pages, the style, the script and the search index, with the names of their files.
    func files() -> [(name: String, contents: String)] {
        var pages = [index]
        for lesson in lessons {
            pages.append(page(of: lesson))
            pages += exercises.filter { $0.number == lesson.number }.map { page(of: $0) }
        }
        var files: [(name: String, contents: String)] = []
        for (place, page) in pages.enumerated() {
            let previous = pages[..<place].last
            // The index leads to every lesson, so it needs no way to the first one.
            let next = place == 0 ? nil : pages[(place + 1)...].first
            files.append((page.file, html(of: page, previous, next)))
            for exercise in exercises
            where exercise.file == page.file && !exercise.otherWays.isEmpty {
                let ways = self.page(ofWaysTo: exercise)
                files.append((ways.file, html(of: ways, page, next)))
            }
        }
        if arguments.hasReview {
            files.append((reviewFile, html(of: review(complain: Console.complain), nil, nil)))
        }
        files += [
            ("site.css", PackageResources.site_css), ("site.js", PackageResources.site_js),
            ("icon.svg", PackageResources.icon_svg),
            // What a host shows for an address that leads nowhere. That address may have any depth, so the
            // page needs no other file.
            ("404.html", PackageResources.not_found_html),
        ].map { ($0, String(decoding: $1, as: UTF8.self)) }
        if let picture { files.append(("page.svg", picture)) }
        files.append(("search-index.js", SearchIndex(pages.dropFirst()).script))
        return files
    }

    /// The picture of a lesson's page in a terminal, which README shows too.
    var picture: String? {
        lessons.first.flatMap { workbook.lessonFolder($0.number) }
            .flatMap { workbook.text("\($0)/page.svg") }
    }

    func references(on file: String) -> CrossReferences {
        CrossReferences(
            steps: Dictionary(uniqueKeysWithValues: lessons.map { ($0.number, $0.stepTitles) }),
            exercises: Set(exercises.map(\.number)), page: file)
    }

    func exercise(_ number: String) -> SiteExercise? { exercises.first { $0.number == number } }
}
