import Walkthrough

@testable import Maintaining

extension RefuseArguments {
    init(_ arguments: [String]) throws {
        self.init(try Self.usage("refuse", help: "").parse(arguments))
    }
}
