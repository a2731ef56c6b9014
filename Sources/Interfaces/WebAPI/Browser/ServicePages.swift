import Folklore
import HTTPTypes
import Records
import Store
import WebPages

/// How the service is set up, to read: `/admin/service`.
enum ServicePages {
  static let all = [
    BrowserPage.get("/admin/service", .role(.admin)) { visit in try await show(visit) }
  ]

  private static func show(_ visit: Visit) async throws -> PageAnswer {
    let statistics = try await visit.work { try $0.statistics() }
    let (service, configuration) = (visit.service, visit.service.configuration)
    var program = PageBlock(visit.say("程式", "程序", "Program"))
    program.facts = [
      PageFact(visit.say("版本", "版本", "Version"), service.version),
      PageFact(visit.say("公開的網址", "公开的网址", "Public address"), configuration.publicURL ?? none(visit)),
      PageFact(visit.say("監聽", "监听", "Listens on"), "\(configuration.host):\(configuration.port)"),
      PageFact(visit.say("前面的代理", "前面的代理", "Proxies in front"), "\(configuration.trustedProxies)"),
      PageFact(visit.say("每秒請求上限", "每秒请求上限", "Requests a second"), "\(configuration.requestsPerSecond)"),
      PageFact(visit.say("時區", "时区", "Time zone"), configuration.timeZone),
      PageFact(visit.say("地圖圖磚", "地图图块", "Map tiles"), configuration.mapTiles?.address ?? none(visit)),
      PageFact(
        "Google", service.googleRedirect == nil ? none(visit) : visit.say("可以登入", "可以登录", "sign-in works")),
      PageFact(
        visit.say("登入信", "登录邮件", "Sign-in mails"),
        service.signInMail == nil ? none(visit) : visit.say("會寄", "会发送", "are sent")),
    ]
    var database = PageBlock(visit.say("資料庫", "数据库", "Database"))
    database.facts =
      [
        PageFact(visit.say("位置", "位置", "Place"), statistics.database ?? ""),
        PageFact(visit.say("結構版本", "结构版本", "Schema"), "\(statistics.schema)"),
        PageFact(visit.say("大小", "大小", "Size"), size(statistics.bytes)),
        PageFact(visit.say("磁碟剩下", "磁盘剩下", "Free on the disk"), service.store.freeBytes.map(size) ?? "—"),
      ] + statistics.rows.sorted { $0.key < $1.key }.map { PageFact($0.key, "\($0.value)") }
    let (alarms, checkedAt) = try await visit.work { (try $0.alarms(), try $0.alarmsCheckedAt()) }
    let (queue, now) = (visit.service.queue, visit.moment.now)
    let delivery = try await visit.work { _ in try queue.statistics(now: now) }
    var settings = PageBlock(visit.say("環境", "环境", "Environment"))
    settings.lines = [
      visit.say(
        "密碼與金鑰不顯示。要改設定，請改啟動服務的環境變數。", "密码与密钥不显示。要改设置，请改启动服务的环境变量。",
        "Passwords and keys are not shown. Change the environment of the service to change them.")
    ]
    settings.table = PageTable(
      [visit.say("變數", "变量", "Variable"), visit.say("值", "值", "Value")],
      service.settings.map { setting in
        PageTable.Row([
          .init(setting.name),
          .init(
            setting.value ?? (setting.isSet ? visit.say("（已設定，不顯示）", "（已设置，不显示）", "(set, hidden)") : none(visit)), .code
          ),
        ])
      }, nothing: none(visit))
    return .page(
      SectionPage(
        visit.language, title: visit.say("服務", "服务", "Service"),
        [
          AlarmBlock.make(alarms, checkedAt: checkedAt, visit),
          try await HoldPages.block(delivery.holds, waiting: delivery.queuedByChannel, visit), program, database,
          settings,
        ]),
      section: "service")
  }

  private static func none(_ visit: Visit) -> String { visit.say("沒有", "没有", "none") }

  private static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes >> 10) kB" : bytes < 10 << 30 ? "\(bytes >> 20) MB" : "\(bytes >> 30) GB"
  }
}

/// A setting of the service, as the back office shows it.
package struct ServiceSetting: Hashable, Sendable {
  let name: String
  let isSet: Bool
  /// Nil if it is a secret, or not set.
  let value: String?

  /// - Parameters:
  ///   - value: nil or empty if it is not set.
  ///   - isSecret: true to show only whether it is set.
  package init(name: String, value: String?, isSecret: Bool) {
    self.name = name
    isSet = value?.isEmpty == false
    self.value = isSet && !isSecret ? value : nil
  }
}
