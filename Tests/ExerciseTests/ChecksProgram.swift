import Testing

// The checks as a program of their own, for the workbook's tool. See CHECKS in Package.swift.

@main
struct ChecksProgram {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
