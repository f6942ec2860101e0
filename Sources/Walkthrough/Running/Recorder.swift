import Synchronization

/// The results that a step shows. Each step has its own recorder, because two steps may run at the same
/// time, in a test for example.
final class Recorder: Sendable {
    @TaskLocal static var current = Recorder()

    private let recorded = Mutex<[StepResult]>([])
    private let output: CapturedOutput?

    /// - Parameter output: The printed output of the step. Without it, the page does not show any.
    init(output: CapturedOutput? = nil) {
        self.output = output
    }

    func record(_ result: StepResult) {
        recordOutput()
        recorded.withLock { $0.append(result) }
    }

    /// Records the output that was printed since the last call.
    func recordOutput() {
        guard var printed = output?.take(), !printed.isEmpty else { return }
        if printed.hasSuffix("\n") { printed.removeLast() }
        let result = StepResult(line: nil, content: .printed(printed))
        recorded.withLock { $0.append(result) }
    }

    var results: [StepResult] {
        recorded.withLock { $0 }
    }
}
