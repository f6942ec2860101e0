import Judging

/// The teacher's program `classroom`: the results of a class, and pages for a browser and for paper.
@main
struct ClassroomProgram {
    static func main() async { await program.main() }

    static let program = CommandLineProgram(
        name: "classroom",
        commands: [judge, report, site],
        elsewhere: ["class": "swift run classroom judge"])

    private static let judge = Command(ClassJudging.usage) { arguments, workbook in
        try await ClassJudging.run(arguments, in: workbook)
    }

    private static let report = Command(ClassReporting.usage) { arguments, workbook in
        try ClassReporting.run(arguments, in: workbook)
    }

    private static let site = Command(SiteArguments.usage) { arguments, workbook in
        try Site(workbook: workbook, arguments: SiteArguments(arguments)).run()
    }
}
