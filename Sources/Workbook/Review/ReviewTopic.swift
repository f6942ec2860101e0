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
        var compartment = 0
        var last: Day?
        for answer in answers {
            let rest = compartment == 0 ? 0 : Self.rests[compartment - 1]
            let isEarly = last.map { answer.day.number - $0.number < rest } ?? false
            compartment = Self.compartment(after: compartment, answer.recall, isEarly: isEarly)
            last = answer.day
        }
        return last.map { Self.rests[compartment - 1] - (day.number - $0.number) }
    }
}

extension [ReviewTopic] {
    /// Those that wait, and those that were never asked.
    func due(on day: Day) -> [ReviewTopic] { filter { $0.days(after: day) ?? 0 <= 0 } }

    /// The order in which they are asked: what waits, by turns with what is new, and then what is not due.
    /// Otherwise somebody who comes seldom would be asked about the same five topics each time.
    func inOrder(on day: Day) -> [ReviewTopic] {
        let groups = Dictionary(grouping: self) { topic in
            topic.days(after: day).map { $0 > 0 ? 2 : 0 } ?? 1
        }
        let known = Dictionary(grouping: filter { !$0.answers.isEmpty }, by: \.step.lesson)
        let waiting = (groups[0] ?? []).byTurns(on: day)
        // What is new comes from the lessons of which least was asked.
        let new = (groups[1] ?? []).byTurns(on: day, after: known.mapValues(\.count))
        let due = (0..<Swift.max(waiting.count, new.count)).flatMap { index in
            waiting.dropFirst(index).prefix(1) + new.dropFirst(index).prefix(1)
        }
        return due + (groups[2] ?? []).byTurns(on: day)
    }

    /// Those that come soonest first; the lessons take turns.
    private func byTurns(on day: Day, after first: [String: Int] = [:]) -> [ReviewTopic] {
        var turns = first
        return sorted { $0.days(after: day) ?? 0 < $1.days(after: day) ?? 0 }.map { topic in
            turns[topic.step.lesson, default: 0] += 1
            return (topic: topic, turn: turns[topic.step.lesson, default: 0])
        }.sorted { $0.turn < $1.turn }.map(\.topic)
    }
}
