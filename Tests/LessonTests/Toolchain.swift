import Testing

/// Where the lessons' facts were read off. What they say about the texts of errors, about numbers
/// that fit no type and about dates differs on other systems, where Foundation is the system's own.
enum Toolchain {
    static var isSwift63OnLinux: Bool {
        #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
            true
        #else
            false
        #endif
    }
}

extension Trait where Self == ConditionTrait {
    /// For a test of facts that other systems and toolchains do not share.
    static var swift63OnLinux: Self {
        .enabled(
            if: Toolchain.isSwift63OnLinux, "The lessons' facts were read off Swift 6.3 on Linux")
    }
}
