/// One record of a temple register, unchanged except that blanks around values are removed.
///
/// A missing or empty field is empty. The person in charge (負責人) and the tax number (統一編號) in the ministry's records are
/// not read.
public struct TempleRow: Hashable, Sendable {
  /// 編號: the ministry's own number. It identifies the temple in later imports.
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
  /// WGS84X and WGS84Y, normally longitude and latitude in degrees. They are empty or numbers.
  public var x = ""
  public var y = ""

  public init(name: String) {
    self.name = name
  }

  /// X and Y as numbers; nil if one of them is empty. `CoordinateSurvey` decides whether they are a longitude and a latitude.
  public var coordinate: RegisteredCoordinate? {
    guard let x = Double(x), let y = Double(y), x.isFinite, y.isFinite else { return nil }
    return RegisteredCoordinate(x: x, y: y)
  }
}

/// The two numbers of a place in a register.
public struct RegisteredCoordinate: Hashable, Sendable {
  public let x: Double
  public let y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A row and its position.
public struct RegisterRecord: Hashable, Sendable {
  public let place: RegisterPlace
  public let row: TempleRow
}
