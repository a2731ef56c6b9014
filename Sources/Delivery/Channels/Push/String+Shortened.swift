extension String {
  /// This text if it fits; otherwise its start with …, cut between characters as readers see them. Nil if not even … fits.
  ///
  /// - Parameter fits: must hold for every start of a text for which it holds.
  func shortened(toFit fits: (String) -> Bool) -> String? {
    if fits(self) { return self }
    let characters = Array(self)
    var shortest = -1
    var tooLong = characters.count
    while tooLong - shortest > 1 {
      let middle = (shortest + tooLong) / 2
      if fits(String(characters[..<middle]) + "…") { shortest = middle } else { tooLong = middle }
    }
    return shortest < 0 ? nil : String(characters[..<shortest]) + "…"
  }
}
