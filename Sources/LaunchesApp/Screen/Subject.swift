/// The subject that the app loads and shows: a list, a search or one thing.
public enum Subject: Sendable, Equatable {
    case launches
    case launch(Int)
    case search(String)
    case gallery(String)
    case painting(String)
}
