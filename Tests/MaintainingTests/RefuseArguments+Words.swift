import Walkthrough

@testable import Maintaining

extension RefuseArguments {
    init(_ words: [String]) throws { self.init(try Self.usage("refuse", help: "").parse(words)) }
}
