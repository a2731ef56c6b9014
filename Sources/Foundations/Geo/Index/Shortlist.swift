/// The few nearest by chord, in order, and the one after them.
///
/// An entry is one word, the square of the chord as `Float` above, the slot below: numbers in the order of the chords,
/// since positive floats are ordered as their bits. A new entry goes through the whole list by minimum and maximum,
/// without a branch that depends on data: a search for ten takes 0.8 of the time that inserting in order took.
@usableFromInline
struct Shortlist {
  @usableFromInline typealias Entry = UInt64

  /// More are better kept in a heap.
  @inlinable static var largestCapacity: Int { 64 }

  /// An entry that is not there. No chord has this square: it is NaN.
  @inlinable static var none: Entry { .max }

  /// As many as are wanted, and one.
  @usableFromInline let entries: UnsafeMutableBufferPointer<Entry>

  /// - Parameter memory: room for as many entries as are wanted, and one.
  @inlinable
  init(_ memory: UnsafeMutableBufferPointer<Entry>) {
    memory.initialize(repeating: Self.none)
    entries = memory
  }

  /// - Parameter slot: less than 2³².
  @inlinable @inline(__always)
  func insert(slot: Int, chordSquared: Double) {
    var moving = Entry(Float(chordSquared).bitPattern) &<< 32 | Entry(UInt32(truncatingIfNeeded: slot))
    for place in entries.indices {
      let standing = entries[place]
      entries[place] = min(standing, moving)
      moving = max(standing, moving)
    }
  }

  /// The square of the longest chord that can still change the list.
  @inlinable @inline(__always)
  var squaredLimit: Double {
    entries[entries.count - 1] == Self.none ? .infinity : Chord.widened(Self.square(entries[entries.count - 1]))
  }

  /// Whether the chords tell which places are wanted: those but the last are certainly nearer than the last and than
  /// all that did not get in.
  @usableFromInline
  var isDecided: Bool {
    guard let last = entries.last, last != Self.none else { return true }
    return Chord.widened(Self.square(entries[entries.count - 2])) < Self.square(last)
  }

  /// The slots of those that are wanted.
  var slots: some Collection<Int> {
    entries.dropLast().prefix { $0 != Self.none }.lazy.map { Int($0 & 0xFFFF_FFFF) }
  }

  @inlinable @inline(__always)
  static func square(_ entry: Entry) -> Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: entry &>> 32))) }
}
