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

extension Terminal {
    /// The shares of red, green and blue in one of the 240 fixed colors of a terminal with 256, each from
    /// 0 to 255: a cube of six levels a side from 16 on, and a ramp of 24 grays from 232 on.
    package static func shares(ofColor number: Int) -> [Int] {
        guard number < 232 else { return Array(repeating: 8 + 10 * (number - 232), count: 3) }
        let levels = [0, 95, 135, 175, 215, 255]
        return [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map { levels[$0] }
    }
}

/// The nearest of the fixed colors.
private func nearestOf256(_ color: any Swatch) -> Int {
    let wanted = [Int(color.red), Int(color.green), Int(color.blue)]
    func distance(_ number: Int) -> Int {
        zip(wanted, Terminal.shares(ofColor: number)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }
    return (16...255).min { distance($0) < distance($1) } ?? 16
}
