// A stand-in for a Mac's module Darwin, for .ci/darwin: what glibc has, and under a Mac's names and with
// a Mac's types what the workbook uses and glibc has in another form. Nothing in it works.
@_exported import Glibc

extension stat {
    public var st_mtimespec: timespec { st_mtim }
}

// MARK: - Signals

extension sigaction {
    public var __sigaction_u: __sigaction_u {
        get { .init() }
        set {}
    }
}

public struct __sigaction_u {
    public var __sa_handler: (@convention(c) (Int32) -> Void)?
}

// MARK: - Other programs

public typealias SpawnFileActions = UnsafeMutablePointer<posix_spawn_file_actions_t?>
public typealias SpawnAttributes = UnsafeMutablePointer<posix_spawnattr_t?>

public let POSIX_SPAWN_CLOEXEC_DEFAULT: Int32 = 0x4000

@discardableResult
public func posix_spawn_file_actions_init(_ actions: SpawnFileActions!) -> Int32 { 0 }
@discardableResult
public func posix_spawn_file_actions_destroy(_ actions: SpawnFileActions!) -> Int32 { 0 }
@discardableResult
public func posix_spawn_file_actions_addchdir_np(
    _ actions: SpawnFileActions!, _ path: UnsafePointer<CChar>!
) -> Int32 { 0 }
@discardableResult
public func posix_spawn_file_actions_addopen(
    _ actions: SpawnFileActions!, _ descriptor: Int32, _ path: UnsafePointer<CChar>!,
    _ flags: Int32,
    _ mode: mode_t
) -> Int32 { 0 }
@discardableResult
public func posix_spawn_file_actions_adddup2(
    _ actions: SpawnFileActions!, _ descriptor: Int32, _ other: Int32
) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_init(_ attributes: SpawnAttributes!) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_destroy(_ attributes: SpawnAttributes!) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_setflags(_ attributes: SpawnAttributes!, _ flags: Int16) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_setpgroup(_ attributes: SpawnAttributes!, _ group: pid_t) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_setsigmask(
    _ attributes: SpawnAttributes!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_setsigdefault(
    _ attributes: SpawnAttributes!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { 0 }
public func posix_spawn(
    _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!,
    _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { 0 }

// MARK: - Terminals and sockets

public func grantpt(_ descriptor: Int32) -> Int32 { 0 }
public func unlockpt(_ descriptor: Int32) -> Int32 { 0 }
public func ptsname(_ descriptor: Int32) -> UnsafeMutablePointer<CChar>! { nil }

public let SOCK_STREAM: Int32 = 1
public let SO_NOSIGPIPE: Int32 = 0x1022

// MARK: - What a process has used

public let RUSAGE_SELF: Int32 = 0

// MARK: - Types that a Mac's Foundation brings into every file

// Of MacTypes.h and objc.h, which a test that imports a module with a type of the same name takes for
// ambiguous.
public enum Style {}
public enum Fixed {}
public enum Handle {}
public enum Size {}
public enum Ptr {}
public enum Point {}
public enum Rect {}
public enum Byte {}
public enum Boolean {}
public enum TimeValue {}
public enum TimeScale {}
public enum TimeBase {}
public enum TimeRecord {}
public enum AbsoluteTime {}
public enum ItemCount {}
public enum OptionBits {}
public enum Method {}
public enum Category {}
public enum Ivar {}
public enum Selector {}
public enum `Protocol` {}
