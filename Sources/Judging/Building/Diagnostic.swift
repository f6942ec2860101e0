import Walkthrough

/// One message of the compiler. A lesson shows such messages too, so they are read where the lessons are.
package typealias Diagnostic = Walkthrough.Diagnostic
