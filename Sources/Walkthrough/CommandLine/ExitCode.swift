/// Exit codes by their names in `sysexits.h`.
package enum ExitCode {
    package static let success: Int32 = 0
    package static let failure: Int32 = 1
    package static let usage: Int32 = 64
    package static let badDocument: Int32 = 65
    package static let noDocument: Int32 = 66
}
