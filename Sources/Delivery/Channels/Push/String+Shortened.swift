extension String {
  /// This text where it fits; else as many whole characters of its beginning as fit, with … behind them. Nil where not
  /// even … alone fits.
  ///
  /// A character is what a reader sees as one, so neither a Chinese character nor a flag is ever cut in two.
  ///
  /// - Parameter fits: must hold for every beginning of a text for which it holds.
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
