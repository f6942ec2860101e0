import Judging

/// `classroom`, the teacher's program: who is stuck where, and pages for a browser and for paper.
@main
struct ClassroomProgram {
    static func main() { program.main() }

    static let program = CommandLineProgram(
        name: "classroom",
        commands: [judge, site],
        elsewhere: ["class": "swift run classroom judge"])

    private static let judge = Command(
        "judge",
        help: """
            swift run classroom judge FOLDER [07 …] [--csv FILE] [--trust]
                                             a table of what a class handed in, a
                                             folder for each pupil
            """
    ) { words, workbook in
        try ClassJudging(ClassArguments(words), in: workbook).run()
    }

    private static let site = Command(
        "site",
        help: """
            swift run classroom site [FOLDER] [--teacher] [--answers]
                                             write lessons and exercises as pages for
                                             a browser and for paper
                                [--review [--seed 7] [--until 05]]
                                             and a sheet of twelve mixed questions for
                                             the first minutes of an hour: another
                                             one for each seed, of lessons up to 05
            """
    ) { words, workbook in
        try Site(workbook: workbook, arguments: SiteArguments(words)).run()
    }
}
