import Synchronization

/// Collects what a step shows. A step may run side by side with another one, in a test for example,
/// so each has its own.
final class Recorder: Sendable {
    @TaskLocal static var current = Recorder()

    private let recorded = Mutex<[StepResult]>([])
    private let output: CapturedOutput?

    /// - Parameter output: What the step prints. Without it, that is not on the page.
    init(output: CapturedOutput? = nil) {
        self.output = output
    }

    func record(_ result: StepResult) {
        recordOutput()
        recorded.withLock { $0.append(result) }
    }

    /// Records what was printed since the last time.
    func recordOutput() {
        guard let text = output?.take(), !text.isEmpty else { return }
        recorded.withLock { $0.append(StepResult(line: nil, content: .printed(text))) }
    }

    var results: [StepResult] {
        recorded.withLock { $0 }
    }
}
