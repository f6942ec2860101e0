import Foundation
import Synchronization

/// A record of the last build that the compiler refused. Files that have not changed since then need no
/// other build, because the compiler would refuse them again.
final class RefusedBuild: Sendable {
    private let start = Mutex<Date?>(nil)

    /// The time when the refused build began, or nil after a build that succeeded.
    var date: Date? {
        get { start.withLock(\.self) }
        set { start.withLock { $0 = newValue } }
    }
}
