import Folklore
import JSON

/// The schemas of `SkyRecord`, `EclipseRecord` and `PillarsRecord`.
enum SkySchemas {
  static let all: [(name: String, schema: JSON)] = [
    ("Sky", sky), ("SkyPlace", place), ("SkyPassage", passage), ("Eclipse", eclipse), ("EclipseView", view),
    ("EclipseContact", contact), ("Pillars", pillars), ("PillarSet", pillarSet), ("PillarSection", section),
  ]

  private static let time: JSON = [
    "type": "string", "format": "date-time", "description": "To the second, with the offset of the zone.",
  ]
  private static let times: JSON = ["type": "array", "items": time, "maxItems": 2]

  private static let place: JSON = .record([
    "name": .anyText, "lat": .anyNumber, "lng": .anyNumber, "time_zone": .anyText,
  ])

  private static let passage: JSON = JSON.record([
    "rise": times, "set": times,
    "all_day": [
      "type": ["string", "null"], "pattern": "^(up|down)$",
      "description": "Where it neither rises nor sets on this day: whether it stays up or down.",
    ],
  ]).adding(["description": "Rises and sets, or dawns and dusks, of the day: none, one or two of each."])

  private static let sky: JSON = .record([
    "date": .dateText, "place": .schema("SkyPlace"),
    "sun": .schema("SkyPassage"), "civil_twilight": .schema("SkyPassage"), "nautical_twilight": .schema("SkyPassage"),
    "astronomical_twilight": .schema("SkyPassage"), "moon": .schema("SkyPassage"), "notes": .textList,
  ])

  private static let contact: JSON = .record([
    "phase": .choice(EclipseRecord.Phase.allCases.map(\.rawValue)), "time": time,
    "altitude": ["type": "number", "description": "Degrees above the horizon, negative below it."],
  ])

  private static let view: JSON = JSON.record([
    "kind": .choice(["penumbral", "partial", "annular", "total"]), "magnitude": .anyNumber,
    "obscuration": JSON.numberOrNull.adding(["description": "The covered part of the sun's disc; null for the moon."]),
    "contacts": .list(of: .schema("EclipseContact")),
  ]).adding(["description": "What the place sees, above the horizon or below it."])

  private static let eclipse: JSON = .record([
    "body": .choice(["sun", "moon"]), "kind": .choice(["penumbral", "partial", "annular", "total", "hybrid"]),
    "date": .dateText, "greatest": time, "magnitude": .anyNumber,
    "penumbral_magnitude": JSON.numberOrNull.adding(["description": "Of the moon in the half shadow; null for the sun."]
    ),
    "place": .schema("SkyPlace"),
    "is_visible": .anyFlag, "local": ["anyOf": [.schema("EclipseView"), ["type": "null"]]],
    "warning": JSON.textOrNull.adding(["description": "What eyes need to look at the sun; null for the moon."]),
  ])

  private static let pillarSet: JSON = .record([
    "year": CalendarSchemas.ganzhi, "month": CalendarSchemas.ganzhi, "day": CalendarSchemas.ganzhi,
    "hour": CalendarSchemas.ganzhi,
  ])
  private static let section: JSON = JSON.record(["name": .anyText, "instant": time])
    .adding(["description": "A 節, which begins a month."])

  private static let pillars: JSON = .record([
    "clock": time, "is_summer_time": .anyFlag, "place": .schema("SkyPlace"),
    "counted_by": .choice(["standard", "solar"]),
    "counted": [
      "type": "string", "description": "Day and time that give the pillars of day and hour: 1990-05-04T23:30:00.",
    ],
    "day_from_23": .schema("PillarSet"), "day_from_midnight": .schema("PillarSet"),
    "is_agreed": JSON.anyFlag.adding(["description": "Whether both conventions give the same pillars."]),
    "section": .schema("PillarSection"), "next_section": .schema("PillarSection"), "notes": .textList,
  ])
}
