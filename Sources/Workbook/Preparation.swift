import ExerciseConventions
import Foundation
import Judging
import Synchronization

/// A build of everything that the first verdict on an exercise needs, so that the learner does not have
/// to wait for it later.
///
/// It does not read the learner's file, so saving that file does not stop or restart it.
final class Preparation: Sendable {
    private struct State {
        var build: Task<Void, any Error>?
        /// The progress of the build, in a few words.
        var activity: String?
    }

    private let workbook: WorkbookFolder
    private let state = Mutex(State())

    init(in workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// Builds everything now.
    ///
    /// - Parameters:
    ///   - number: The number of the exercise.
    ///   - isInBackground: True if the build has to leave the processor to other programs, and to end when
    ///     standard input ends: the program that has started it holds the other end.
    /// - Returns: True.
    func run(for number: String, inBackground isInBackground: Bool) async throws -> Bool {
        if isInBackground {
            Thread.detachNewThread {
                _ = try? FileHandle.standardInput.readToEnd()
                // The same as for Ctrl-C, so that no process and no file is left behind.
                kill(getpid(), SIGTERM)
            }
        }
        try await ChildProcess.$isInBackground.withValue(isInBackground) { try await build(number) }
        if !isInBackground {
            try Console.print(["What the checks need is built. Next: swift run lesson-\(number)"])
        }
        return true
    }

    private func build(_ number: String) async throws {
        let path = workbook.stubPath(number)
        let stub = Answer(number, try Data(contentsOf: workbook.url(path)), path: path)
        try await Judge(in: workbook).prepare(stub, for: "prepare")
    }

    // MARK: - Beside other work

    /// The progress of the build, for a person to read, or nil if no build is running.
    var activity: String? { state.withLock(\.activity) }

    /// Begins the build in the background, if it is not running.
    ///
    /// - Returns: The build.
    @discardableResult
    func begin(for number: String) -> Task<Void, any Error> {
        state.withLock { state in
            if let build = state.build { return build }
            let say: @Sendable (String) -> Void = { activity in
                self.state.withLock { $0.activity = activity }
            }
            let build = Task {
                defer { self.state.withLock { $0 = State() } }
                try await Progress.$listener.withValue(say) {
                    try await ChildProcess.$isInBackground.withValue(true) {
                        try await self.build(number)
                    }
                }
            }
            state.build = build
            return build
        }
    }

    /// Waits until the modules that all answers share are built.
    ///
    /// - Parameter number: The exercise for which the build begins, if it is not running.
    /// - Throws: `CancellationError` if the task was canceled, or the error that stopped the build.
    func wait(for number: String) async throws {
        guard try !SharedBuild.isCurrent(in: workbook) else { return }
        try await begin(for: number).value
        try Task.checkCancellation()
    }

    /// Stops the build, and waits until it has ended.
    func end() async {
        let build = state.withLock(\.build)
        build?.cancel()
        _ = await build?.result
    }
}
