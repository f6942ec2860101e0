/// A color that a page can show.
///
/// Every reader sees its description, `#D2B48C`. A terminal with colors also shows a patch of the color
/// before it. A lesson only has to show the color, alone or inside another value.
package protocol Swatch: CustomStringConvertible, Sendable {
    /// The share of red, from 0 to 255.
    var red: UInt8 { get }
    /// The share of green, from 0 to 255.
    var green: UInt8 { get }
    /// The share of blue, from 0 to 255.
    var blue: UInt8 { get }
}
