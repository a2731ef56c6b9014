import Addresses
import Channels
import Folklore
import Foundation
import Reminders
import Store
import Transfer
import WebAPI

// LINE: FOLKCAL_LINE_TOKEN to send, FOLKCAL_LINE_SECRET and FOLKCAL_LINE_ID to receive as well.
extension DeliveryEnvironment {
  /// Nil if not configured.
  func line(_ queue: ReminderQueue) throws -> Route? {
    try lineClient().map { .toLine(of: queue, $0, now: now) }
  }

  /// What serves the webhook; nil without the channel secret.
  func lineAccess() throws -> LineAccess? {
    guard let secret = try key("FOLKCAL_LINE_SECRET") else { return nil }
    guard let client = try lineClient() else {
      throw Failure.wrongInput(
        "設定 FOLKCAL_LINE_SECRET 時，也要設定 FOLKCAL_LINE_TOKEN，才能回答訊息",
        "FOLKCAL_LINE_SECRET needs FOLKCAL_LINE_TOKEN, with which messages are answered")
    }
    guard let basicID = try basicID() else {
      throw Failure.wrongInput(
        "設定 FOLKCAL_LINE_SECRET 時，也要設定 FOLKCAL_LINE_ID，也就是官方帳號的基本 ID，例如 @123abcde",
        "FOLKCAL_LINE_SECRET needs FOLKCAL_LINE_ID, the basic ID of the account, such as @123abcde")
    }
    return LineAccess(client: client, secret: secret, basicID: basicID)
  }

  /// Nil without a channel access token.
  func lineClient() throws -> LineClient? {
    guard let token = try key("FOLKCAL_LINE_TOKEN") else { return nil }
    let client = client(isOperators: true)
    guard let url = value("FOLKCAL_LINE_URL") else { return LineClient(token: token, client: client) }
    let base = try reading("FOLKCAL_LINE_URL") {
      try StrictURL(parsing: url, as: allowsPrivate ? [.https, .http] : [.https])
    }
    return LineClient(token: token, client: client, baseURL: base.origin)
  }

  private func basicID() throws -> String? {
    guard let text = value("FOLKCAL_LINE_ID") else { return nil }
    let isRight = (2...20).contains(text.utf8.count) && text.wholeMatch(of: /@[a-z0-9._-]+/) != nil
    guard isRight else {
      throw Failure.wrongInput(
        "FOLKCAL_LINE_ID 不是官方帳號的基本 ID：應為 @ 加上小寫英文字母與數字，例如 @123abcde",
        "FOLKCAL_LINE_ID is no basic ID of an account: expected @ with small letters and digits, such as @123abcde")
    }
    return text
  }

  /// A key: the value of the variable, or the content of the file that it names. A key has no blanks, because it goes into a header.
  ///
  /// - Throws: `Failure`, which names the variable but not the value.
  private func key(_ name: String) throws -> String? {
    guard let text = value(name) else { return nil }
    // LINE's token is base64 of more than 100 characters, which may begin with / too.
    let isFile = FileManager.default.fileExists(atPath: text) || (text.hasPrefix("/") && text.utf8.count < 100)
    let content = isFile ? try reading(name) { String(decoding: try file(text), as: UTF8.self) } : text
    let key = isFile ? content.trimmingCharacters(in: .whitespacesAndNewlines) : content
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Failure.wrongInput(
        "\(name) 不是 LINE 的金鑰：是空的，或內含空白、換行或 ASCII 以外的字元",
        "\(name) is no key of LINE: it is empty, or has a blank, a line break or a character beyond ASCII")
    }
    return key
  }
}

extension LineQuota {
  /// For the operator.
  var note: (chinese: String, english: String) {
    guard let limit else {
      return ("LINE：這個月已傳送 \(used) 則，沒有上限", "LINE: \(used) messages sent this month, without a limit")
    }
    let isLow = used * 10 >= limit * 8
    return (
      "LINE：這個月已使用 \(used) 則，共 \(limit) 則" + (isLow ? "，即將用完：請選用更大的方案" : ""),
      "LINE: \(used) of \(limit) messages used this month" + (isLow ? ", soon used up: take a larger plan" : "")
    )
  }
}
