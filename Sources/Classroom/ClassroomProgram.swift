import Judging

/// The teacher's program `classroom`: the results of a class, and pages for a browser and for paper.
@main
struct ClassroomProgram {
    static func main() async { await program.main() }

    static let program = CommandLineProgram(
        name: "classroom",
        commands: [
            Command(ClassJudging.usage, run: ClassJudging.run),
            Command(ClassReporting.usage, run: ClassReporting.run),
            Command(SiteArguments.usage) { arguments, workbook in
                try Site(workbook: workbook, arguments: SiteArguments(arguments)).run()
            },
        ],
        elsewhere: ["class": "swift run classroom judge"])
}
