/// What one record of a temple register says, as it says it: blanks around a value are dropped, nothing else is changed.
///
/// A field that the register does not have, or leaves empty, is empty. The person in charge (負責人) and the tax number (統一編號)
/// that the ministry's records also bear are not read at all.
public struct TempleRow: Hashable, Sendable {
  /// 編號: the ministry's own number. An import that runs twice knows a temple by it.
  public var sourceReference = ""
  /// 寺廟名稱; never empty.
  public var name: String
  /// 主祀神祇: the main deity, or several, as the temple wrote it.
  public var mainDeity = ""
  /// 行政區: the county or city.
  public var area = ""
  /// 地址.
  public var address = ""
  /// 教別: 道教, 佛教, 一貫道…
  public var religion = ""
  /// 登記別: 正式登記 or 補辦登記.
  public var registration = ""
  /// 電話.
  public var phone = ""
  /// WGS84X and WGS84Y, which should be longitude and latitude in degrees. They are empty or numbers.
  public var x = ""
  public var y = ""

  public init(name: String) {
    self.name = name
  }

  /// X and Y as numbers; nil where one of them is empty. Whether they are a longitude and a latitude is for `CoordinateSurvey` to say.
  public var coordinate: RegisteredCoordinate? {
    guard let x = Double(x), let y = Double(y), x.isFinite, y.isFinite else { return nil }
    return RegisteredCoordinate(x: x, y: y)
  }
}

/// Two numbers that a register gives for a place.
public struct RegisteredCoordinate: Hashable, Sendable {
  public let x: Double
  public let y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A row and where it stands.
public struct RegisterRecord: Hashable, Sendable {
  public let place: RegisterPlace
  public let row: TempleRow
}
