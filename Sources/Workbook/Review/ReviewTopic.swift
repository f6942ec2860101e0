import ExerciseConventions

/// How well a learner knew an answer. The numbers are the keys.
enum Recall: Int {
    case knew = 1
    case nearly, no
}

/// A step of a lesson, with what was answered about it.
struct ReviewTopic {
    let step: LessonStep
    /// By their days, the last one last.
    var answers: [ReviewAnswer] = []

    /// How many days a topic rests in each compartment: it comes tomorrow, and at last in two months.
    static let rests = [1, 2, 4, 8, 16, 32, 60]

    /// The compartment of the box that a topic goes to, counted from 1; 0 is for a topic that was never
    /// asked.
    ///
    /// These are the rules of Sebastian Leitner's box (So lernt man lernen, Herder 1972): what was known
    /// goes on to the next compartment, what was not goes back to the first. The days of a compartment,
    /// and that what was nearly known stays where it is, are ours. So is that somebody who is asked before
    /// the day goes no further: an answer of this morning is no proof.
    static func compartment(after compartment: Int, _ recall: Recall, isEarly: Bool) -> Int {
        switch recall {
        case .knew where isEarly: compartment
        case .knew: min(compartment + 1, rests.count)
        case .nearly: max(compartment, 1)
        case .no: 1
        }
    }

    /// How many days after a day it comes again, none or fewer where it is due; nil where it was never
    /// asked.
    func days(after day: Day) -> Int? {
        var (compartment, due) = (0, Int.min)
        for answer in answers {
            let isEarly = answer.day.number < due
            compartment = Self.compartment(after: compartment, answer.recall, isEarly: isEarly)
            due = answer.day.number + Self.rests[compartment - 1]
        }
        return answers.isEmpty ? nil : due - day.number
    }
}

extension [ReviewTopic] {
    /// Those that wait, and those that were never asked.
    func due(on day: Day) -> [ReviewTopic] { filter { $0.days(after: day) ?? 0 <= 0 } }

    /// The order in which they are asked: what was not known, then what waits longest, by turns with what is
    /// new, and then what is not due. Otherwise somebody who comes seldom would be asked about the same five
    /// topics each time. The lessons take turns too, and what is new comes from those of which least was
    /// asked.
    func inOrder(on day: Day) -> [ReviewTopic] {
        let known = filter { !$0.answers.isEmpty }.map(\.step.lesson)
        var left = map { topic in
            let days = topic.days(after: day)
            let group = days ?? 0 > 0 ? 2 : topic.answers.last?.recall == .no ? 0 : 1
            let age = (days ?? .max, known.count { $0 == topic.step.lesson })
            return (topic: topic, kind: days == nil ? "new" : "known", group: group, age: age)
        }.sorted { $0.age < $1.age }
        var turns: [String: Int] = [:]
        return indices.map { _ in
            let ranks = left.map {
                ($0.group, turns[$0.kind] ?? 0, turns[$0.topic.step.lesson] ?? 0)
            }
            let next = left.remove(at: ranks.indices.min { ranks[$0] < ranks[$1] } ?? 0)
            for key in [next.kind, next.topic.step.lesson] { turns[key, default: 0] += 1 }
            return next.topic
        }
    }
}
