public import Sheets

/// A register of temples for import. It is read twice, because assessing a record needs all the others.
///
///     var register = TempleRegister(.file("temple.xml"), matcher: matcher)
///     let faults = try register.survey()
///     try register.forEachTemple { print($0.key, $0.coordinates.quality, $0.deities.keys) }
///
/// Its memory grows with the numbers and the points of the register, not with its records.
public struct TempleRegister {
  private let reader: RegisterReader
  private let file: String
  private let name: RegisterName?
  private var matcher: DeityMatcher
  private var coordinates = CoordinateSurvey()
  /// The place of each temple, by its reference or else its key.
  private var places: [String: RegisterPlace] = [:]
  /// The summary of the records; nil before the survey.
  public private(set) var summary: RegisterSummary?

  /// The temples found by the survey.
  public var count: Int { places.count }

  /// Receives the number of bytes read from the file.
  public typealias Progress = (Int) -> Void

  /// - Parameter name: nil for the ministry's register.
  public init(
    _ input: RegisterInput, encoding: TextEncoding? = nil, name: RegisterName? = nil, matcher: DeityMatcher
  ) {
    self.name = name
    reader = RegisterReader(input, encoding: encoding)
    file = input.name
    self.matcher = matcher
  }

  /// Reads the whole register once, and collects the data for assessing single records.
  ///
  /// - Returns: the faults of single records, in order. Later reads skip those records.
  /// - Throws: `RegisterFault` if the rest of the file cannot be read.
  public mutating func survey(_ progress: Progress = { _ in }) throws -> [RegisterFault] {
    var faults: [RegisterFault] = []
    var survey = CoordinateSurvey()
    var places: [String: RegisterPlace] = [:]
    summary = try reader.read(progress) { record in
      switch record {
      case .failure(let fault): faults.append(fault)
      case .success(let record):
        let identity = TempleIdentity(record.row, register: name)
        if let other = places.updateValue(record.place, forKey: identity.reference ?? identity.key) {
          places[identity.reference ?? identity.key] = other
          faults.append(identity.repeated(in: file, at: record.place, first: other))
          return
        }
        survey.add(record.row, in: AdministrativeArea(address: record.row.address, area: record.row.area))
      }
    }
    coordinates = survey
    self.places = places
    return faults
  }

  /// Reads the register again, and passes on every temple in order.
  public mutating func forEachTemple(
    _ progress: Progress = { _ in }, _ visit: (RegisteredTemple) throws -> Void
  ) throws {
    var matcher = matcher
    defer { self.matcher = matcher }
    try reader.read(progress) { record in
      guard case .success(let record) = record else { return }
      let identity = TempleIdentity(record.row, register: name)
      guard places[identity.reference ?? identity.key] == record.place else { return }
      let area = AdministrativeArea(address: record.row.address, area: record.row.area)
      try visit(
        RegisteredTemple(
          identity: identity, row: record.row, place: record.place, area: area,
          coordinates: coordinates.assess(record.row, in: area), deities: matcher.match(record.row.mainDeity)))
    }
  }
}

/// A temple of a register, with the values derived from its record.
public struct RegisteredTemple: Hashable, Sendable {
  public let identity: TempleIdentity
  public let row: TempleRow
  public let place: RegisterPlace
  /// The area of the address; nil if unknown.
  public let area: AdministrativeArea?
  public let coordinates: CoordinateAssessment
  public let deities: DeityMatch
}
