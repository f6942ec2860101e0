import Workbook

/// The program `workbook`. Its code is in a separate module, because the maintainer's program uses it too,
/// to draw the screen of `watch`.
@main
struct WorkbookCommand {
    static func main() async { await WorkbookProgram.main() }
}
