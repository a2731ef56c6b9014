/// The few nearest places by chord, in order, and the next one after them.
///
/// An entry is one word, the squared chord as `Float` in the high half, the slot in the low half: words sort like the
/// chords, since positive floats sort like their bits. Insertion is a branch-free pass of minimum and maximum through
/// the list.
@usableFromInline
struct Shortlist {
  @usableFromInline typealias Entry = UInt64

  /// Larger numbers use a heap.
  @inlinable static var largestCapacity: Int { 64 }

  /// The empty entry. No chord has this square: it is NaN.
  @inlinable static var none: Entry { .max }

  /// The wanted number of entries plus one.
  @usableFromInline let entries: UnsafeMutableBufferPointer<Entry>

  /// - Parameter memory: room for the wanted number of entries plus one.
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

  /// True if the chords decide which places are wanted: all entries but the last are certainly nearer than the last and
  /// than every rejected place.
  @usableFromInline
  var isDecided: Bool {
    guard let last = entries.last, last != Self.none else { return true }
    return Chord.widened(Self.square(entries[entries.count - 2])) < Self.square(last)
  }

  /// The slots of the wanted places.
  var slots: some Collection<Int> {
    entries.dropLast().prefix { $0 != Self.none }.lazy.map { Int($0 & 0xFFFF_FFFF) }
  }

  @inlinable @inline(__always)
  static func square(_ entry: Entry) -> Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: entry &>> 32))) }
}
