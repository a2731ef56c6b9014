/// How soon a server answers. Servers of one pace share couriers, so that none waits for slower ones.
enum Pace: Int, CaseIterable {
  /// The operator's servers: all messages of the lane may go there, so they have couriers of their own.
  case operators
  /// Its last answer took a tenth of a second at most.
  case quick
  /// Its last answer took a second at most.
  case steady
  /// It is new, its last answer took longer, or many messages to it hang.
  case doubtful

  /// An answer within this time is quick.
  static let quickSeconds = 0.1
  /// An answer after this time is slow, and a message without one hangs.
  static let slowSeconds = 1.0

  init(ofAnswerAfter seconds: Double) {
    self = seconds <= Self.quickSeconds ? .quick : seconds < Self.slowSeconds ? .steady : .doubtful
  }

  /// Seconds after which a message without an answer is no longer of this pace; nil for any time.
  var patience: Double? {
    switch self {
    case .operators: nil
    case .quick: Self.quickSeconds
    case .steady, .doubtful: Self.slowSeconds
    }
  }

  /// The pace of a message after that time. One that is doubtful then hangs.
  var next: Pace { self == .quick ? .steady : .doubtful }
}

/// The couriers of one pace.
///
/// A courier costs a task and a socket that wait, so there may be many. The limits are what servers of one pace may take from each other.
struct CourierPool {
  /// How many messages may be under way. Messages of a quicker pace that turned out to be slow come on top.
  let capacity: Int
  /// How many couriers a server has by right.
  let share: Int
  /// How many may be lent to servers that have their share.
  let lendingLimit: Int
  private(set) var heldCount = 0
  private(set) var lentCount = 0
  /// Servers that have messages waiting and hold less than their share, in turn.
  var withinShare = Line<Party.Server>()
  /// Servers with waiting messages that may borrow a courier, in turn.
  var borrowers = Line<Party.Server>()
  /// The messages that began, the oldest first, until they have ended or have been here too long.
  var begun = Line<(id: Int, at: Double)>()

  init(_ pace: Pace, couriers: Int) {
    switch pace {
    case .operators: (capacity, share, lendingLimit) = (couriers, .max, 0)
    case .quick, .steady: (capacity, share, lendingLimit) = (couriers, max(couriers / 8, 1), couriers / 2)
    case .doubtful: (capacity, share, lendingLimit) = (couriers * 4, 1, couriers / 4)
    }
  }

  var isFull: Bool { heldCount >= capacity }
  var mayLend: Bool { lentCount < lendingLimit }

  /// A server that held `before` couriers holds `after`.
  mutating func changed(from before: Int, to after: Int) {
    heldCount += after - before
    lentCount += max(after - share, 0) - max(before - share, 0)
  }
}
