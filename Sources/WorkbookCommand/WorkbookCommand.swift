import Workbook

/// The program `workbook`. What it does stands in a module of its own, which the maintainer's program uses
/// too: it draws the screen of `watch`.
@main
struct WorkbookCommand {
    static func main() { WorkbookProgram.main() }
}
