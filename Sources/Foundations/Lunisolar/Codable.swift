#if !hasFeature(Embedded)
  // Codable conformances; Embedded Swift lacks Codable. Decoding validates dates, so JSON cannot create a day that does not
  // exist.

  extension SolarDate: Codable {
    /// A string, as ISO 8601: `"2025-04-20"`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        try self.init(iso: container.decode(String.self))
      } catch let error as CalendarError {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  extension LunarDate: Codable {
    private enum CodingKeys: String, CodingKey {
      case year, month, day, calendar
      case isLeap = "is_leap"
      /// The name in answers of the API. It is only read.
      case isLeapInAnswers = "isLeap"
    }

    /// `{"year":2025,"month":3,"day":23,"is_leap":false}`, with `"calendar"` unless it is the Chinese one. `"isLeap"` is accepted instead
    /// of `"is_leap"`, to decode lunar dates of the API. Only dates in the table's years can be decoded.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let variant = try container.decodeIfPresent(CalendarVariant.self, forKey: .calendar) ?? .chinese
      let isLeap = try container.decodeIfPresent(Bool.self, forKey: .isLeap)
      let isLeapInAnswers = try container.decodeIfPresent(Bool.self, forKey: .isLeapInAnswers)
      guard isLeap == nil || isLeapInAnswers == nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .isLeapInAnswers, in: container,
          debugDescription: "is_leap and isLeap are one thing: give one of them")
      }
      do {
        try self.init(
          year: container.decode(Int.self, forKey: .year), month: container.decode(Int.self, forKey: .month),
          isLeap: isLeap ?? isLeapInAnswers ?? false,
          day: container.decode(Int.self, forKey: .day), in: LunisolarCalendar(variant))
      } catch let error as CalendarError {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(year, forKey: .year)
      try container.encode(month, forKey: .month)
      try container.encode(day, forKey: .day)
      try container.encode(isLeap, forKey: .isLeap)
      if variant != .chinese { try container.encode(variant, forKey: .calendar) }
    }
  }

  extension CalendarVariant: Codable {
    /// The variant's name: `"chinese"`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let name = try container.decode(String.self)
      guard let variant = Self.allCases.first(where: { $0.name == name }) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "calendar \"\(name)\" is not chinese, vietnamese or korean")
      }
      self = variant
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }

  extension Weekday: Codable {}
  extension SolarTerm: Codable {}
  extension Zodiac: Codable {}

  extension StemBranch: Codable {
    /// The two characters: `"己未"`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let name = try container.decode(String.self)
      guard let match = (0..<60).lazy.map({ StemBranch(index: $0) }).first(where: { $0.name == name }) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(name)\" is not one of the 60 干支")
      }
      self = match
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
#endif
