import Folklore
import JSON

/// The schemas of the almanac: `DayRecord.Almanac`, `GoodDaysRecord`, `XiejiReasonsRecord`, `HoursRecord`, `ZodiacYearRecord`.
enum AlmanacSchemas {
  static let all: [(name: String, schema: JSON)] = [
    ("Almanac", almanac), ("AlmanacDirections", directions), ("AlmanacCaution", caution), ("NineStars", stars),
    ("DayVerdict", verdict), ("GoodDays", goodDays), ("GoodDay", goodDay), ("GoodHour", goodHour),
    ("DayReasons", reasons), ("Hours", hours), ("Hour", hour), ("HourClash", clash), ("ZodiacYear", zodiacYear),
    ("ZodiacAnimal", animal), ("ZodiacRelation", named), ("ZodiacPlace", place),
  ]

  private static let age: JSON = [
    "type": "integer", "minimum": 1, "description": "虛歲: 1 in the year of birth, one more at each New Year.",
  ]

  private static let almanac: JSON = .record(
    [
      "na_yin": .anyText, "officer": .anyText, "mansion": .anyText, "clash": .anyText, "clash_age": age,
      "sha": .anyText,
      "peng_zu": ["type": "array", "items": .anyText, "minItems": 2, "maxItems": 2], "fetal_spirit": .anyText,
      "pentad": .anyText, "day_god": JSON.anyText.adding(["description": "黃黑道十二神: the god of the day."]),
      "path": JSON.anyText.adding(["description": "黃道 or 黑道."]), "directions": .schema("AlmanacDirections"),
      "void_branches": .textList, "six_day": JSON.anyText.adding(["description": "六曜, of Japan."]),
      "nine_stars": .schema("NineStars"), "cautions": .list(of: .schema("AlmanacCaution")),
    ], optional: ["xieji": .schema("DayVerdict")])

  private static let directions: JSON = JSON.record([
    "joy": .anyText, "wealth": .anyText, "fortune": .anyText, "fortune_school": .anyText, "yang_noble": .anyText,
    "yin_noble": .anyText, "noble_school": .anyText,
  ]).adding(["description": "喜神, 財神, 福神, 陽貴 and 陰貴, with the lists that the last three follow."])

  private static let caution: JSON = JSON.record([
    "key": .choice(DayCaution.allCases.map(\.rawValue)), "name": .anyText, "about": .anyText,
  ]).adding(["description": "A day that a book or custom warns of, and whose warning it is."])

  private static let stars: JSON = .record(["year": .anyText, "month": .anyText, "day": .anyText])

  private static let verdict: JSON = JSON.record([
    "book": .anyText, "grade": .choice(XiejiVerdict.Grade.allCases.map(\.rawValue)), "grade_text": .anyText,
    "good": .textList, "bad": .textList, "good_items": .textList, "bad_items": .textList, "is_rest_bad": .anyFlag,
    "good_gods": .textList, "bad_gods": .textList,
  ]).adding([
    "description":
      "宜 and 忌 by 欽定協紀辨方書 (1741); almanacs that are sold often differ. good and bad are in today's words, good_items and bad_items in the book's, with what officials did. is_rest_bad: all else is bad too."
  ])

  // MARK: Good days

  private static let goodHour: JSON = .record([
    "pillar": CalendarSchemas.ganzhi, "begins": .anyText, "ends": .anyText, "gods": .textList,
  ])

  private static let clash: JSON = JSON.record([
    "zodiac": .anyText, "pillar": CalendarSchemas.ganzhi,
    "ages": ["type": "array", "items": age, "minItems": 2, "maxItems": 2],
  ]).adding(["description": "沖: the animal and the ages that a day or an hour clashes with."])

  private static let goodDay: JSON = .record([
    "date": .dateText, "weekday": ["type": "integer", "minimum": 1, "maximum": 7], "lunar": .schema("LunarDate"),
    "lunar_text": .anyText, "pillar": CalendarSchemas.ganzhi, "grade_text": .anyText,
    "hours": .list(of: .schema("GoodHour")),
    "clash": .schema("HourClash"), "cautions": .textList,
  ])

  private static let goodDays: JSON = .record([
    "purpose": .anyText, "items": .textList,
    "asked_for": JSON.textOrNull.adding(["description": "What was asked for, where the book does not have it."]),
    "book": .anyText, "from": .dateText, "until": .dateText, "days": .list(of: .schema("GoodDay")),
    "left_out": [
      "type": "object", "additionalProperties": .anyInteger,
      "description": "How many good days were left out: zodiac, birth, weekday, strict.",
    ],
    "next": [
      "anyOf": [.schema("GoodDay"), ["type": "null"]],
      "description": "The next day after the range, if there is none in it.",
    ],
    "notes": .textList,
  ])

  private static let status: JSON = .choice(["good", "bad", "neither"])

  private static let reasons: JSON = .record([
    "date": .dateText, "purpose": .anyText, "items": .textList, "status": status, "book": .anyText,
    "grade_text": .anyText,
    "gods": .list(of: .record(["name": .anyText, "is_for": .anyFlag, "outcome": .textOrNull, "leaf": .anyText])),
    "rules": .list(of: .record(["name": .anyText, "leaf": .anyText, "status": status])),
  ])

  // MARK: Hours and years

  private static let hour: JSON = .record([
    "branch": .anyText, "pillar": CalendarSchemas.ganzhi, "begins": .anyText, "ends": .anyText, "god": .anyText,
    "is_yellow_path": .anyFlag, "path": .anyText, "good_gods": .textList, "bad_gods": .textList,
    "clash": .schema("HourClash"), "sha": .anyText,
  ])

  private static let hours: JSON = .record([
    "date": .dateText, "lunar_text": .anyText, "day_pillar": CalendarSchemas.ganzhi,
    "hours": ["type": "array", "items": .schema("Hour"), "minItems": 12, "maxItems": 12], "notes": .textList,
  ])

  private static let place: JSON = .record(["branch": .anyText, "direction": .anyText])
  private static let named: JSON = .record(["key": .anyText, "name": .anyText])
  private static let animal: JSON = .record([
    "zodiac": .anyText, "branch": .anyText, "relations": .list(of: .schema("ZodiacRelation")),
    "temple_clash": ["anyOf": [.schema("ZodiacRelation"), ["type": "null"]]], "lord_by_branch": .anyText,
    "lord_by_age": .anyText, "births": .list(of: .record(["year": .anyInteger, "age": .anyInteger])),
  ])
  private static let zodiacYear: JSON = .record([
    "year": .anyInteger, "ganzhi": CalendarSchemas.ganzhi, "zodiac": .anyText, "start_of_spring": .dateText,
    "new_year": .dateText,
    "tai_sui": .schema("ZodiacPlace"), "broken": .schema("ZodiacPlace"),
    "animals": ["type": "array", "items": .schema("ZodiacAnimal"), "minItems": 12, "maxItems": 12],
    "notes": .textList,
  ])
}
