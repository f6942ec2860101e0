extension Terminal {
    /// The width of a patch, with the blank after it.
    static let patchWidth = 3

    /// Returns a patch of a color and a blank, or an empty text for a terminal without colors.
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
    /// Returns the shares of red, green and blue, each from 0 to 255, in one of the 240 fixed colors of
    /// a terminal with 256. From 16 on they are a cube of six levels a side, and from 232 on a ramp of
    /// 24 grays.
    package static func shares(ofColor number: Int) -> [Int] {
        guard number < 232 else { return Array(repeating: 8 + 10 * (number - 232), count: 3) }
        let levels = [0, 95, 135, 175, 215, 255]
        return [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map { levels[$0] }
    }
}

/// Returns the number of the nearest of the fixed colors.
private func nearestOf256(_ color: any Swatch) -> Int {
    let wanted = [Int(color.red), Int(color.green), Int(color.blue)]
    func distance(_ number: Int) -> Int {
        zip(wanted, Terminal.shares(ofColor: number)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }
    return (16...255).min { distance($0) < distance($1) } ?? 16
}
