import ExerciseConventions

/// A learner's memory of an answer. The numbers are the keys to press.
enum Recall: Int {
    case knew = 1
    case nearly, no
}

/// A step of a lesson, with the answers about it.
struct ReviewTopic {
    let step: LessonStep
    /// The answers in the order of their days.
    var answers: [ReviewAnswer] = []

    /// The number of days that a topic rests in each compartment: in the first one until tomorrow, in the
    /// last one for two months.
    static let rests = [1, 2, 4, 8, 16, 32, 60]

    /// Returns the compartment of the box to which a topic goes after an answer. Compartments are counted
    /// from 1; 0 is for a topic that was never asked.
    ///
    /// These are the rules of Sebastian Leitner's box (So lernt man lernen, Herder 1972): a topic that was
    /// known goes on to the next compartment, and one that was not goes back to the first. Three rules are
    /// ours: the days of a compartment; a topic that was nearly known stays in its compartment; and a topic
    /// that is asked before its day does not go on, because an answer of this morning proves little.
    static func compartment(after compartment: Int, _ recall: Recall, isEarly: Bool) -> Int {
        switch recall {
        case .knew where isEarly: compartment
        case .knew: min(compartment + 1, rests.count)
        case .nearly: max(compartment, 1)
        case .no: 1
        }
    }

    /// The compartment in which the topic is, and the number of the day on which it is due. It is nil for a
    /// topic that was never asked.
    var state: (compartment: Int, due: Int)? {
        var (compartment, due) = (0, Int.min)
        for answer in answers {
            let isEarly = answer.day.number < due
            compartment = Self.compartment(after: compartment, answer.recall, isEarly: isEarly)
            due = answer.day.number + Self.rests[compartment - 1]
        }
        return answers.isEmpty ? nil : (compartment, due)
    }

    /// Returns the number of days after a day until the topic comes again. The number is 0 or negative for
    /// a topic that is due, and nil for one that was never asked.
    func days(after day: Day) -> Int? { state.map { $0.due - day.number } }
}

extension [ReviewTopic] {
    /// Returns the topics that are due, and those that were never asked.
    func due(on day: Day) -> [ReviewTopic] { filter { $0.days(after: day) ?? 0 <= 0 } }

    /// Returns the topics in the order in which they are asked.
    ///
    /// First come the topics that were not known, then those that have waited longest, by turns with new
    /// ones, and then those that are not due. Without turns, a learner who comes seldom would be asked about
    /// the same five topics each time. The lessons take turns too, and new topics come from the lessons
    /// about which the fewest questions were asked.
    func inOrder(on day: Day) -> [ReviewTopic] {
        let askedLessons = filter { !$0.answers.isEmpty }.map(\.step.lesson)
        var remaining = map { topic in
            let days = topic.days(after: day)
            let group = days ?? 0 > 0 ? 2 : topic.answers.last?.recall == .no ? 0 : 1
            let age = (days ?? .max, askedLessons.count { $0 == topic.step.lesson })
            return (topic: topic, kind: days == nil ? "new" : "asked", group: group, age: age)
        }.sorted { $0.age < $1.age }
        var turns: [String: Int] = [:]
        return indices.map { _ in
            let ranks = remaining.map {
                ($0.group, turns[$0.kind] ?? 0, turns[$0.topic.step.lesson] ?? 0)
            }
            let next = remaining.remove(at: ranks.indices.min { ranks[$0] < ranks[$1] } ?? 0)
            for key in [next.kind, next.topic.step.lesson] { turns[key, default: 0] += 1 }
            return next.topic
        }
    }
}
