import Folklore
import Lunisolar

/// What a person means by a message.
enum ChatMeaning: Hashable, Sendable {
  case help, greeting, thanks
  /// 好的, 收到, 再見: nothing is asked.
  case acknowledged
  /// A day, and how its text was understood.
  case day(SolarDate, remarks: [DateRemark])
  /// A date that does not exist, or means several days.
  case noDay(DateReadingError)
  /// The name of a day, a deity or a group.
  case name(String)
  /// The next day; of a name if there is one.
  case next(String?)
  /// 0 is this month, 1 the next one.
  case month(Int)
  case week(Int)
  /// The next 初一 and 十五.
  case moons
  case setMoons(new: Bool, full: Bool, isOn: Bool)
  /// Follows what a name means; empty if it is missing.
  case follow(String)
  case unfollow(String)
  case mine
  case daysBefore(Int)
  /// Days before a day that most people keep to be told what to buy; nil for not at all.
  case prepare(Int?)
  /// How long people are off work for a day: 端午節放幾天.
  case daysOff(String)
  /// When a temple is open, and its telephone: 龍山寺今天有開嗎.
  case hours(String)
  /// A day of the family's own: 阿公忌日 農曆八月初三 提醒我. It is kept once it is confirmed.
  case ownDay(title: String, rule: DateRule, isConfirmed: Bool)
  /// Whom to ask for something: 考試拜誰.
  case need(Need)
  case wrongDays(String)
  case time(TimeOfDay)
  case wrongTime(String)
  case reminders(Bool)
  /// Temples near a place; nil if the place is missing.
  case near(String?)
  /// Nil if the language is missing, or is none of ours.
  case language(Language?)
  /// Joins the chat to the account that has made this code.
  case join(String)
  case confirmJoin
  /// Asks for a link that joins the chat to an account.
  case link
  case leave, confirmLeave
  case unknown(String)
}
