/// A sentence for people, in Traditional Chinese and in English.
package struct Wording: Hashable, Sendable, CustomStringConvertible {
  package let chinese: String
  package let english: String

  package init(_ chinese: String, _ english: String) {
    self.chinese = chinese
    self.english = english
  }

  package var description: String { english }
}
