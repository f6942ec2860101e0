import Judging
import Testing
import Walkthrough

/// Checks what a user notices of the options of each command: they are in its help, and one that is
/// unknown, that is there twice or that lacks its value is refused in one line.
package func checkOptions(of program: CommandLineProgram) async {
    for command in program.commands {
        let usage = command.usage
        func refusal(_ words: String...) async -> String? {
            #expect(await program.run([command.name] + words) == 64)
            return #expect(throws: UsageError.self) { try usage.parse(words) }?.description
        }
        #expect(usage.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(command.name)")
        let help = "swift run \(program.name) \(command.name) --help lists what there is."
        #expect(await refusal("--xylophone") == "There is no option --xylophone. \(help)")
        for (form, line) in usage.options {
            let words = form.split(separator: " ").map(String.init)
            let name = words[0]
            #expect(usage.text.contains("\n  \(form) ") && !line.isEmpty)
            #expect(
                await refusal(String(name.dropLast()))?.hasSuffix("Do you mean \(name)?") == true)
            let value = words.dropFirst().first
            let typed = name + (value.map { "=\($0)" } ?? "")
            #expect(await refusal(typed, typed) == "\(name) is there twice: once is enough.")
            if value == nil {
                #expect(await refusal("\(name)=1") == "\(name) takes no value.")
            } else {
                #expect(await refusal(name) == "\(name) needs a value: \(form)")
            }
        }
    }
}
