import Foundation

/// The hints of an exercise, task by task: `Solutions/Exercise07.md`.
package struct Hints {
    /// The hints of each task, by its number, from a nudge to almost the answer. Each hint is an
    /// array of lines.
    package let tasks: [Int: [[String]]]
    /// The tasks and their headings, in the order of the page: `Task 3 · The list`.
    package let titles: [(task: Int, title: String)]

    /// Reads a page of hints.
    ///
    /// - Parameter page: The page. It has a heading `## Task 3 · …` for each task, and a numbered
    ///   list below each heading.
    package init(_ page: String) {
        var tasks: [Int: [[String]]] = [:]
        var titles: [(task: Int, title: String)] = []
        var task: Int?
        for line in WrittenChange.lines(of: page) {
            if line.hasPrefix("#") {
                task = line.firstMatch(of: #/^## Task (\d+)\b/#).flatMap { Int($0.1) }
                if let task { titles.append((task, String(line.dropFirst("## ".count)))) }
            } else if let task, let item = line.wholeMatch(of: #/\d+\. (.*)/#) {
                tasks[task, default: []].append([String(item.1)])
            } else if let task, let last = tasks[task]?.indices.last {
                // The lines of an item are indented by three spaces.
                tasks[task]?[last].append(String(line.trimmingPrefix("   ")))
            }
        }
        self.titles = titles
        self.tasks = tasks.mapValues { hints in
            hints.map { lines in
                Array(lines.reversed().drop { $0.isEmpty }.reversed())
            }
        }
    }
}
