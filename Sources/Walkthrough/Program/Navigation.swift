/// The place to which a person wants to go from a page.
enum Navigation: Equatable {
    case onward, back, end
    case step(Int)
    /// The same page, once more.
    case again
    /// The exercise of the lesson.
    case exercise
}
