import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store
import WebPages

/// Tokens of machines: `/admin/tokens…`.
enum TokenPages {
  static let all = [
    BrowserPage.get("/admin/tokens", .role(.admin)) { visit in try await list(visit) },
    BrowserPage.post("/admin/tokens", .role(.admin)) { visit in try await add(visit) },
    BrowserPage.get("/admin/tokens/{id}/revoke", .role(.admin)) { visit in try await ask(visit) },
    BrowserPage.post("/admin/tokens/{id}/revoke", .role(.admin)) { visit in
      let (id, change) = (visit.id, visit.change)
      guard Int(id) != nil else { throw PageProblem.nothingHere }
      do {
        _ = try await visit.write { try $0.revokeToken(id, change) }
      } catch is TokenError {
        throw PageProblem.nothingHere
      }
      return .redirect(to: "/admin/tokens?done=revoked")
    },
  ]

  private static func title(_ visit: Visit) -> String { visit.say("權杖", "令牌", "Tokens") }

  private static func list(
    _ visit: Visit, made: String? = nil, faults: [String: String] = [:], status: HTTPResponse.Status = .ok
  ) async throws -> PageAnswer {
    let tokens = try await visit.work { try $0.tokens() }
    var table = PageBlock(visit.say("使用中與已撤銷", "使用中与已撤销", "In use and revoked"))
    table.isBare = true
    table.table = PageTable(
      [
        visit.say("名稱", "名称", "Name"), visit.say("權限", "权限", "Role"), visit.say("使用者", "用户", "User"),
        visit.say("建立", "创建", "Made"), visit.say("上次使用", "上次使用", "Last used"), visit.say("到期", "到期", "Ends"),
        visit.say("狀態", "状态", "State"),
      ],
      tokens.map { token in
        let isGood = token.isGood(now: visit.moment.now)
        return PageTable.Row([
          .init(token.name), .init(RoleWords.name(of: token.role, visit.language)),
          .init(token.userID.map { "u\($0)" } ?? "", address: token.userUUID.map { "/admin/users/" + $0 }),
          .init(visit.time(token.createdAt)), .init(token.lastUsedAt.map { visit.time($0) } ?? ""),
          .init(token.expiresAt.map { visit.time($0) } ?? ""),
          isGood
            ? .init(visit.say("撤銷⋯", "撤销⋯", "Revoke…"), address: "/admin/tokens/\(token.id)/revoke")
            : .init(
              token.revokedAt != nil ? visit.say("已撤銷", "已撤销", "revoked") : visit.say("已到期", "已到期", "ended"), .tag),
        ])
      }, nothing: visit.say("還沒有權杖。", "还没有令牌。", "There are no tokens yet."))
    var blocks = [table, form(visit, faults)]
    if let made {
      var block = PageBlock(visit.say("新的權杖", "新的令牌", "The new token"))
      block.lines = [
        visit.say(
          "只顯示這一次，請馬上複製。資料庫只保存它的雜湊。", "只显示这一次，请马上复制。数据库只保存它的散列。",
          "It is shown only now: copy it. The database keeps its hash alone.")
      ]
      block.code = [made]
      blocks.insert(block, at: 0)
    }
    return .page(
      SectionPage(
        visit.language, title: title(visit),
        notice: visit.query.first("done") == "revoked" ? visit.say("已撤銷。", "已撤销。", "Revoked.") : nil, blocks),
      section: "tokens", status: status)
  }

  private static func form(_ visit: Visit, _ faults: [String: String]) -> PageBlock {
    var block = PageBlock(visit.say("新增權杖", "新增令牌", "Make a token"))
    block.lines = [
      visit.say(
        "給程式用的鑰匙，放在 Authorization: Bearer 標頭。", "给程序用的钥匙，放在 Authorization: Bearer 标头。",
        "A key for a program, sent as Authorization: Bearer.")
    ]
    let values = visit.form
    block.forms = [
      PageForm(
        "/admin/tokens",
        [
          PageField(
            "name", visit.say("名稱（用途）", "名称（用途）", "Name: what it is for"), value: values.first("name") ?? "",
            fault: faults["name"]),
          PageField(
            "role", visit.say("權限", "权限", "Role"),
            .choice(
              [APIRole.reader, .editor, .admin].map { ($0.rawValue, RoleWords.name(of: $0, visit.language)) }),
            value: values.first("role") ?? APIRole.reader.rawValue, fault: faults["role"]),
          PageField(
            "expires", visit.say("到期日（可空白）", "到期日（可空白）", "Ends on (may be blank)"), .date,
            value: values.first("expires") ?? "",
            fault: faults["expires_at"]),
        ], buttons: [PageButton(visit.say("新增", "新增", "Make"))])
    ]
    return block
  }

  private static func add(_ visit: Visit) async throws -> PageAnswer {
    let name = (visit.form.first("name") ?? "").trimmed
    let role = visit.form.first("role") ?? ""
    let day = (visit.form.first("expires") ?? "").trimmed
    guard role != APIRole.user.rawValue else { throw PageProblem.badForm }
    var expires: String?
    if !day.isEmpty {
      guard let date = try? SolarDate(iso: day) else {
        return try await list(
          visit, faults: ["expires_at": visit.say("「\(day)」不是日期。", "「\(day)」不是日期。", "“\(day)” is no date.")],
          status: .unprocessableContent)
      }
      expires = CivilTime.iso(
        unixTime: visit.clock.instant(on: date.advanced(by: 1), at: TimeOfDay(uncheckedMinutes: 0)))
    }
    let (end, change) = (expires, visit.change)
    do {
      let made = try await visit.write { try $0.makeToken(name: name, role: role, user: nil, expiresAt: end, change) }
      return try await list(visit, made: made, status: .created)
    } catch let faults as RecordFaults {
      let texts = Dictionary(faults.faults.map { ($0.field, $0.problem(in: visit.language)) }) { first, _ in first }
      return try await list(visit, faults: texts, status: .unprocessableContent)
    }
  }

  private static func ask(_ visit: Visit) async throws -> PageAnswer {
    let id = visit.id
    guard
      let token = try await visit.work({ try $0.tokens() }).first(where: { "\($0.id)" == id && $0.revokedAt == nil })
    else {
      throw PageProblem.nothingHere
    }
    let question = visit.say("撤銷「\(token.name)」？", "撤销「\(token.name)」？", "Revoke “\(token.name)”?")
    var block = PageBlock(question)
    block.isWarning = true
    block.lines = [
      visit.say("用它的程式會馬上不能再使用，不能復原。", "用它的程序会马上不能再使用，不能恢复。", "Programs that use it stop working at once, for good.")
    ]
    block.forms = [
      PageForm("/admin/tokens/\(token.id)/revoke", buttons: [PageButton(visit.say("撤銷", "撤销", "Revoke"))])
    ]
    block.links = [PageLink(visit.say("取消", "取消", "Cancel"), "/admin/tokens", .button)]
    return .page(
      SectionPage(visit.language, title: question, crumbs: [PageLink(title(visit), "/admin/tokens")], [block]),
      section: "tokens")
  }
}
