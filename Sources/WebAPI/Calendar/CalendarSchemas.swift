import Folklore
import Lunisolar
import Store

/// The schemas of days in both calendars: `DateRecord`, `DayRecord`, `MonthRecord`, and of conversions.
enum CalendarSchemas {
  static let all: [(name: String, schema: JSON)] = [
    ("Conversion", conversion), ("Conversions", conversions), ("LunarInput", lunarInput), ("Date", date), ("Day", day),
    ("DayEvent", dayEvent), ("Month", month), ("MonthDay", monthDay), ("PlainLunar", plainLunar), ("Moon", moon),
    ("Almanac", almanac), ("LunarDate", lunarDate),
  ]

  // MARK: Conversions

  /// Far more than any calendar reaches: a month 13 is told in its place, and stops nothing else.
  static let numbers = -1_000_000...1_000_000

  private static let number: JSON = [
    "type": "integer", "minimum": .integer(numbers.lowerBound), "maximum": .integer(numbers.upperBound),
  ]

  private static let flagOrNull: JSON = ["type": ["boolean", "null"]]

  private static let lunarInput: JSON = [
    "anyOf": [
      [
        "type": "object",
        "properties": [
          "year": number.setting("type", ["integer", "null"])
            .adding(["description": "Without it the date of each of the years is found."]),
          "month": number, "day": number, "isLeap": flagOrNull,
          "is_leap": flagOrNull.adding(["description": "Another spelling of isLeap; not beside it."]),
        ],
        "required": ["month", "day"], "additionalProperties": false,
        "not": ["properties": ["isLeap": .anyFlag, "is_leap": .anyFlag], "required": ["isLeap", "is_leap"]],
      ],
      ["type": "string", "description": "2025-3-23, 2025-6L-15, 3-23 or 農曆2025年三月廿三"],
    ]
  ]

  private static func oneOrMany(_ schema: JSON) -> JSON {
    ["anyOf": [schema, ["type": "array", "items": schema, "minItems": 1, "maxItems": 10_000]]]
  }

  private static let year: JSON = ["type": "integer", "minimum": -2_000, "maximum": 9_999]

  private static let conversion: JSON = [
    "type": "object",
    "description":
      "10,000 dates at most; outside the years 1645 to 2599, where they are computed from the sky, each counts as ten.",
    "properties": [
      "lunar": oneOrMany(.schema("LunarInput")),
      "solar": oneOrMany(["type": "string", "description": "2025-04-20; what is no day is told in its place."]),
      "dates": oneOrMany(["type": "string", "description": "A date of either calendar, as people write it."]),
      "years": JSON.record(["from": year, "to": year])
        .adding(["description": "For lunar dates without a year; this lunar year and the four after it unless told."]),
      "calendar": .choice(CalendarVariant.allCases.map(\.name)),
    ],
    "anyOf": [["required": ["lunar"]], ["required": ["solar"]], ["required": ["dates"]]],
    "additionalProperties": false,
    "examples": [
      ["lunar": ["year": 2025, "month": 3, "day": 23, "isLeap": false]],
      ["lunar": ["month": 12, "day": 30], "years": ["from": 2024, "to": 2030]],
      ["solar": ["2025-04-20", "2026-11-21"]],
      ["dates": ["農曆2025年閏六月十五", "2025-04-20"], "calendar": "chinese"],
    ],
  ]

  private static let conversions: JSON = .record([
    "solar_dates": JSON.list(of: solarDate).adding(["description": "The days of those that exist."]),
    "dates": .list(of: ["anyOf": [.schema("Date"), .record(["input": .anyText, "error": .anyText])]]),
  ])

  // MARK: Parts

  /// ISO 8601; the year is of four digits, with a minus before those before the year 0.
  private static let solarDate: JSON = ["type": "string", "pattern": "^-?[0-9]{4,5}-[0-9]{2}-[0-9]{2}$"]
  private static let weekday: JSON = [
    "type": "integer", "minimum": 1, "maximum": 7, "description": "Monday is 1, Sunday is 7.",
  ]
  private static let lunarMonth: JSON = ["type": "integer", "minimum": 1, "maximum": 12]
  private static let lunarDay: JSON = ["type": "integer", "minimum": 1, "maximum": 30]
  /// Two characters: 己未.
  private static let ganzhi: JSON = ["type": "string", "minLength": 2, "maxLength": 2]
  private static let termOrNull: JSON = ["type": ["string", "null"], "description": "The solar term of this day."]

  private static let lunarDate: JSON = .record(
    ["year": .anyInteger, "month": lunarMonth, "day": lunarDay, "is_leap": .anyFlag],
    optional: ["calendar": .choice(CalendarVariant.allCases.map(\.name))])

  private static let plainLunar: JSON = .record(["month": lunarMonth, "day": lunarDay, "is_leap": .anyFlag])

  /// The spelling `isLeap` is the specification's, and stands only where it names the answer.
  private static let date: JSON = .record([
    "solar": solarDate, "weekday": weekday,
    "lunar": .record(
      [
        "year": .anyInteger, "month": lunarMonth, "day": lunarDay, "is_leap": .anyFlag,
        "month_days": ["type": "integer", "enum": [29, 30]], "text": .anyText,
      ], optional: ["isLeap": .anyFlag]),
    "ganzhi": .record(["year": ganzhi, "month": ganzhi, "day": ganzhi]), "zodiac": .anyText,
    "solar_term": termOrNull, "notes": .textList,
  ])

  // MARK: A day

  private static let term: JSON = .record(["name": .anyText, "solar": solarDate, "days": .anyInteger])

  private static let moon: JSON = .record([
    "phase": .choice(["朔", "眉月", "上弦", "盈凸月", "望", "虧凸月", "下弦", "殘月"]),
    "illuminated": ["type": "number", "minimum": 0, "maximum": 1],
  ])

  private static let almanac: JSON = .record([
    "na_yin": .anyText, "officer": .anyText, "mansion": .anyText, "clash": .anyText, "sha": .anyText,
    "peng_zu": ["type": "array", "items": .anyText, "minItems": 2, "maxItems": 2], "fetal_spirit": .anyText,
    "pentad": .anyText,
  ])

  private static let dayEvent: JSON = .record(
    [
      "id": .anyInteger, "key": .anyText, "type": Schemas.kind, "observance": Schemas.observance, "title": .anyText,
      "solar_date": solarDate, "last_date": solarDate, "rule": .anyText, "sources": .textList,
      "disagreements": .list(of: .record(["rule": .anyText, "sources": .textList], optional: ["note": .anyText])),
    ],
    optional: ["deity": .anyText, "description": .anyText, "worship_notes": .anyText, "note": .anyText])

  private static let day: JSON = .record([
    "date": .schema("Date"), "term": term.adding(["description": "The term that has begun."]),
    "next_term": [
      "anyOf": [term, ["type": "null"]],
      "description": "The next one, so many days ahead; null in the last days of 9999.",
    ],
    "moon": .schema("Moon"), "almanac": .schema("Almanac"), "events": .list(of: .schema("DayEvent")),
  ])

  // MARK: A month

  private static let monthDay: JSON = .record([
    "solar_date": solarDate, "weekday": weekday, "lunar": .schema("PlainLunar"), "label": .anyText,
    "solar_term": termOrNull, "moon": ["type": ["string", "null"], "enum": ["朔", "上弦", "望", "下弦", nil]],
    "is_today": .anyFlag,
    "events": .list(
      of: .record([
        "id": .anyInteger, "key": .anyText, "type": Schemas.kind, "observance": Schemas.observance, "title": .anyText,
        "source_count": .anyInteger,
      ])),
  ])

  private static let month: JSON = .record([
    "year": .anyInteger, "month": lunarMonth,
    "lunar_months": .list(
      of: .record([
        "year": .anyInteger, "month": lunarMonth, "is_leap": .anyFlag, "ganzhi": ganzhi, "zodiac": .anyText,
      ])),
    "days": ["type": "array", "items": .schema("MonthDay"), "minItems": 28, "maxItems": 31],
  ])
}
