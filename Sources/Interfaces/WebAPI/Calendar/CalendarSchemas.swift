import Folklore
import JSON
import Lunisolar

/// The schemas of days in both calendars and of conversions: `DateRecord`, `DayRecord`, `MonthRecord`.
enum CalendarSchemas {
  static let all: [(name: String, schema: JSON)] = [
    ("FlatDate", flatDate), ("Conversion", conversion), ("YearRange", yearRange), ("Conversions", conversions),
    ("ConvertedDate", convertedDate), ("CalendarDate", calendarDate), ("LunarDate", lunarDate),
    ("LunarMonth", lunarMonthOfYear), ("Ganzhi", ganzhiOfDay), ("Day", day), ("DayTerm", dayTerm),
    ("DayEvent", dayEvent),
    ("Month", month), ("MonthDay", monthDay), ("Moon", moon),
  ]

  // MARK: Conversions

  /// The numbers accepted in dates. A month 13 is an error of that date only.
  static let numbers = -1_000_000...1_000_000
  static let years = -2_000...9_999

  private static let year: JSON = [
    "type": "integer", "minimum": .integer(years.lowerBound), "maximum": .integer(years.upperBound),
  ]

  private static let yearRange: JSON = JSON.record(["from": year, "to": year])
    .adding(["description": "Lunar years, both included."])

  /// Always a list, because generators make no usable type of a date or a list. The endpoint also accepts a single date.
  private static func dates(_ item: JSON, _ description: String) -> JSON {
    ["type": "array", "items": item, "minItems": 1, "maxItems": 10_000, "description": .text(description)]
  }

  private static let conversion: JSON = [
    "type": "object",
    "description": .text(
      """
      At least one of lunar, solar and dates. 10,000 dates at most; outside the years 1645 to 2599, where they are computed from the sky, each \
      counts as fifty. One date alone needs no list; if it is none, the answer is 422, where a list tells it in its place. A lunar date may \
      also be a text, may come without its year, and may say is_leap in the place of isLeap. The answer of this address is itself a request that it takes.
      """),
    "properties": [
      "lunar": dates(.schema("LunarDate"), "Lunar dates, as the answers have them."),
      "solar": dates(.anyText, "Solar dates: 2025-04-20. What is no day is told in its place."),
      "dates": dates(
        .anyText, "Dates of either calendar, as people write them: 農曆2025年三月廿三, 2025-04-20; 三月廿三 in each of the years."),
      "years": JSON.schema("YearRange"),
      "calendar": .choice(CalendarVariant.allCases.map(\.name)),
    ],
    "additionalProperties": false,
    "examples": [
      ["lunar": [["year": 2025, "month": 3, "day": 23, "isLeap": false]]],
      ["dates": ["12-30"], "years": ["from": 2024, "to": 2030]],
      ["solar": ["2025-04-20", "2026-11-21"]],
      ["dates": ["農曆2025年閏六月十五", "2025-04-20"], "calendar": "chinese"],
    ],
  ]

  private static let conversions: JSON = .record([
    "solar_dates": JSON.list(of: solarDate).adding(["description": "The days of those that exist."]),
    "dates": JSON.list(of: .schema("ConvertedDate"))
      .adding(["description": "Each date in its place; of a lunar date without a year, each of its years."]),
  ])

  /// A `CalendarDate` or an error: one type for generators, without required members.
  private static let convertedDate: JSON = [
    "type": "object",
    "description": "A date in both calendars; or, of a date that does not exist, only input and error.",
    "properties": calendarDate["properties"].adding([
      "input": ["type": "string", "description": "The date as it was given."],
      "error": ["type": "string", "description": "Why it is no date."],
      "code": ["type": "string", "description": "The reason in a word for programs: invalid_date and others."],
    ]),
    "additionalProperties": false,
  ]

  // MARK: Parts

  /// ISO 8601 with a year of four digits and a minus before the year 0.
  private static let solarDate: JSON = [
    "type": "string", "pattern": "^-?[0-9]{4,5}-[0-9]{2}-[0-9]{2}$", "examples": ["2025-04-20"],
  ]
  private static let weekday: JSON = [
    "type": "integer", "minimum": 1, "maximum": 7, "description": "Monday is 1, Sunday is 7.",
  ]
  private static let lunarMonth: JSON = ["type": "integer", "minimum": 1, "maximum": 12]
  private static let lunarDay: JSON = ["type": "integer", "minimum": 1, "maximum": 30]
  /// Two characters: 己未.
  static let ganzhi: JSON = ["type": "string", "minLength": 2, "maxLength": 2, "examples": ["己未"]]
  private static let termOrNull: JSON = ["type": ["string", "null"], "description": "The solar term of this day."]

  /// A lunar date.
  private static let lunarDate: JSON = JSON.record(
    ["year": year, "month": lunarMonth, "day": lunarDay, "isLeap": .anyFlag],
    optional: [
      "month_days": ["type": "integer", "minimum": 29, "maximum": 30, "description": "How many days its month has."],
      "text": ["type": "string", "description": "The date in words: 農曆三月廿三."],
    ]
  ).adding(["examples": [["year": 2025, "month": 3, "day": 23, "isLeap": false]]])

  private static let lunarMonthOfYear: JSON = .record([
    "year": .anyInteger, "month": lunarMonth, "isLeap": .anyFlag, "ganzhi": ganzhi, "zodiac": .anyText,
  ])

  private static let ganzhiOfDay: JSON = .record(["year": ganzhi, "month": ganzhi, "day": ganzhi])

  private static let calendarDate: JSON = .record([
    "solar": solarDate, "weekday": weekday, "lunar": .schema("LunarDate"), "ganzhi": .schema("Ganzhi"),
    "zodiac": .anyText, "solar_term": termOrNull, "notes": .textList,
  ])

  /// A date without inner objects, for `/api/convert`.
  private static let flatDate: JSON = .record([
    "input": JSON.anyText.adding(["description": "The date as it was given."]), "solar": solarDate,
    "weekday": weekday, "lunar_text": JSON.anyText.adding(["description": "Month and day in words: 農曆三月廿三."]),
    "lunar_year": year, "lunar_month": lunarMonth, "lunar_day": lunarDay, "isLeap": .anyFlag,
    "month_days": ["type": "integer", "minimum": 29, "maximum": 30, "description": "How many days its month has."],
    "ganzhi": ganzhi.adding(["description": "The stem and branch of the lunar year."]), "zodiac": .anyText,
    "solar_term": termOrNull,
    "remark": JSON.textOrNull.adding([
      "description": "How a date that can mean two things was read, and what is special about the day."
    ]),
  ])

  // MARK: Days off

  private static let isDayOff: JSON = [
    "type": ["boolean", "null"],
    "description": "Whether the offices of Taiwan are closed, on weekends too; null in years of which it is not known.",
  ]
  private static let dayOff: JSON = JSON.textOrNull.adding([
    "description":
      "The holiday, 和平紀念日補假 or 春節調整放假 of a day off; 補行上班 of a Saturday that is worked; null on plain workdays and weekends."
  ])
  private static let daysOffAnnounced: JSON = [
    "type": ["boolean", "null"],
    "description":
      "Whether the government has announced the year's days off; false where they follow from the law alone; null where they are not known.",
  ]

  // MARK: A day

  private static let dayTerm: JSON = JSON.record(["name": .anyText, "solar": solarDate, "days": .anyInteger])
    .adding(["description": "A solar term, and so many days of or to it."])

  /// Patterns and not enumerations, because generators cannot make identifiers of these words.
  private static let moon: JSON = .record([
    "phase": ["type": "string", "pattern": "^(朔|眉月|上弦|盈凸月|望|虧凸月|下弦|殘月)$"],
    "illuminated": ["type": "number", "minimum": 0, "maximum": 1],
  ])

  private static let dayEvent: JSON = .record(
    [
      "id": .anyInteger, "key": .anyText, "type": Schemas.kind, "observance": Schemas.observance, "title": .anyText,
      "region": Schemas.region, "regions": Schemas.regions, "weight": Schemas.weight, "solar_date": solarDate,
      "last_date": solarDate, "rule": .anyText, "sources": .textList, "worship_guide": Schemas.worshipGuide,
      "references": .list(of: .record(["title": .anyText, "kind": Schemas.sourceKind], optional: ["url": .anyText])),
      "disagreements": .list(of: .record(["rule": .anyText, "sources": .textList], optional: ["note": .anyText])),
    ],
    optional: [
      "deity": .anyText, "bundle": .anyText, "description": .anyText, "worship_notes": .anyText, "note": .anyText,
    ])

  private static let day: JSON = .record([
    "date": .schema("CalendarDate"), "term": .schema("DayTerm"),
    "next_term": [
      "anyOf": [.schema("DayTerm"), ["type": "null"]],
      "description": "The next one, so many days ahead; null in the last days of 9999.",
    ],
    "moon": .schema("Moon"), "almanac": .schema("Almanac"), "is_day_off": isDayOff, "day_off": dayOff,
    "days_off_announced": daysOffAnnounced, "events": .list(of: .schema("DayEvent")),
  ])

  // MARK: A month

  private static let monthDay: JSON = .record(
    [
      "solar_date": solarDate, "weekday": weekday, "lunar": .schema("LunarDate"), "label": .anyText,
      "solar_term": termOrNull, "moon": ["type": ["string", "null"], "pattern": "^(朔|上弦|望|下弦)$"],
      "is_today": .anyFlag, "is_day_off": isDayOff, "day_off": dayOff,
      "events": .list(
        of: .record([
          "id": .anyInteger, "key": .anyText, "type": Schemas.kind, "observance": Schemas.observance, "title": .anyText,
          "weight": Schemas.weight, "source_count": .anyInteger,
        ])),
    ], optional: ["xieji": .schema("DayVerdict")])

  private static let month: JSON = .record(
    [
      "year": .anyInteger, "month": lunarMonth,
      "lunar_months": .list(of: .schema("LunarMonth")),
      "days": ["type": "array", "items": .schema("MonthDay"), "minItems": 28, "maxItems": 31],
      "days_off_announced": daysOffAnnounced,
    ], optional: ["sky": .list(of: .schema("Sky")), "eclipses": .list(of: .schema("Eclipse"))])
}
