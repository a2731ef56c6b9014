public import Folklore
internal import Geo
internal import JSON
internal import Records
internal import Words

/// Numbers of a register that belong to other temples here; nothing was written.
public struct RegisterCollision: SpokenError, Hashable, Sendable {
  /// The first of them, at most `mostNamed`.
  public let temples: [Pair]
  public let count: Int

  static let mostNamed = 20

  /// A temple here and the temple of the register that has its number.
  public struct Pair: Hashable, Sendable {
    public let reference: String
    /// Name and place here, and in the register: 甲宮（臺南市）.
    public let here: String
    public let there: String
  }

  public var code: String { "register_collision" }

  public var description: String {
    let list = temples.map { "\($0.reference): \($0.here) here, \($0.there) in the file" }.joined(separator: "; ")
    return
      "nothing was imported: \(count) numbers belong to other temples (\(list)\(count > temples.count ? " …" : "")): name this register with --register NAME if it is another list, or say --same-temples if those temples were renamed and moved"
  }

  public var chinese: String {
    let list = temples.map { "\($0.reference)：這裡是\($0.here)，檔案裡是\($0.there)" }.joined(separator: "；")
    return
      "沒有匯入任何資料：有 \(count) 個編號在這裡是別的廟（\(list)\(count > temples.count ? "……" : "")）：若是另一份名冊，請用 --register 給它代號；若真的是改名又遷建，請用 --same-temples"
  }
}

/// Tells whether an entry of a register is the temple whose number it has.
///
/// A temple may be renamed, and may move within its county: what contradicts both its name and its place is another temple, and so is what lies in
/// another county at another place. What nothing contradicts is the same.
struct TempleAgreement {
  /// Farther than this, a place is another one: coordinates of registers are off by some hundred metres.
  private static let nearKilometers = 2.0

  /// True if the entry is of another temple.
  ///
  /// - Parameter temple: what the register said of the number before, or the temple here if it said nothing.
  static func isOther(_ entry: JSON, _ temple: JSON) -> Bool {
    let name = names(entry["name"].text, temple["name"].text)
    let county = same(entry["county"].text, temple["county"].text)
    let place = places(entry, temple)
    if county == false, place == false { return true }
    guard name == false, place != true else { return false }
    if place == false || county == false { return true }
    return same(entry["address"].text, temple["address"].text) == false
  }

  /// nil if one of the texts is missing.
  private static func same(_ left: String?, _ right: String?) -> Bool? {
    guard let left, let right else { return nil }
    return left == right || SearchFolding.folded(left) == SearchFolding.folded(right)
  }

  private static func names(_ left: String?, _ right: String?) -> Bool? {
    guard let left, let right else { return nil }
    if left == right { return true }
    let (one, other) = (SearchFolding.folded(left), SearchFolding.folded(right))
    let longest = max(one.count, other.count)
    return one.contains(other) || other.contains(one)
      || (longest > 2 && EditDistance.between(one, other, limit: longest / 3) != nil)
  }

  private static func places(_ left: JSON, _ right: JSON) -> Bool? {
    func place(_ json: JSON) -> Coordinate? {
      guard let latitude = json["lat"].real, let longitude = json["lng"].real else { return nil }
      return try? Coordinate(latitude: latitude, longitude: longitude)
    }
    guard let left = place(left), let right = place(right) else { return nil }
    return left.distanceKilometers(to: right) <= nearKilometers
  }
}
