extension Terminal {
    /// How many characters a patch takes, with the blank after it.
    static let patchWidth = 3

    /// A patch of a color and a blank, or nothing where there are no colors.
    func patch(of color: any Swatch) -> String {
        guard isColored else { return "" }
        let shade =
            hasTrueColor
            ? "2;\(color.red);\(color.green);\(color.blue)"
            : "5;\(nearestOf256(color))"
        return "\u{1B}[48;\(shade)m  \u{1B}[0m "
    }
}

/// The nearest color among the 240 fixed ones of a terminal with 256: a cube of six levels a side
/// from 16 on, and a ramp of 24 grays from 232 on.
private func nearestOf256(_ color: any Swatch) -> Int {
    let wanted = [Int(color.red), Int(color.green), Int(color.blue)]
    let levels = [0, 95, 135, 175, 215, 255]
    func distance(_ other: [Int]) -> Int {
        zip(wanted, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }
    let steps = wanted.map { share in
        levels.indices.min { abs(levels[$0] - share) < abs(levels[$1] - share) } ?? 0
    }
    let cube = (
        number: 16 + 36 * steps[0] + 6 * steps[1] + steps[2],
        distance: distance(steps.map { levels[$0] })
    )
    let grays = (0..<24).map { step in
        (number: 232 + step, distance: distance(Array(repeating: 8 + 10 * step, count: 3)))
    }
    return grays.reduce(cube) { $1.distance < $0.distance ? $1 : $0 }.number
}
