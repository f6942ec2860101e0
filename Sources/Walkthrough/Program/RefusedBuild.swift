import Foundation
import Synchronization

/// When a build began that the compiler refused: what has not changed since is refused again.
final class RefusedBuild: Sendable {
    private let start = Mutex<Date?>(nil)

    var date: Date? {
        get { start.withLock(\.self) }
        set { start.withLock { $0 = newValue } }
    }
}
