import Ephemeris
import Lunisolar

let day = try LunisolarCalendar.chinese.lunarDate(on: SolarDate(iso: "2025-08-08"))
print(day.text)
