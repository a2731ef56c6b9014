import Folklore
import Store
import WebPages

extension PageBlock {
  /// Shows somebody's devices for push messages: their states, a button that adds this one, and buttons that remove them.
  ///
  /// - Parameters:
  ///   - path: where the forms send to: `/settings/devices` adds, `/settings/devices/3f2a…/remove` removes.
  ///   - test: where a button sends that asks for a test message; none without it.
  mutating func show(
    _ devices: [RegisteredDevice], under path: String, test: String? = nil, _ push: PushService, _ visit: Visit
  ) {
    if !devices.isEmpty {
      table = PageTable(
        [visit.say("裝置", "设备", "Device"), visit.say("狀態", "状态", "State")],
        devices.map { device in
          PageTable.Row([
            PageTable.Cell(
              device.name(in: visit.language),
              note: visit.say("最後登記 ", "最后登记 ", "Last registered ") + String(visit.time(device.seenAt).prefix(10))),
            PageTable.Cell(
              device.isActive
                ? visit.say("會收到通知", "会收到通知", "Will be told")
                : visit.say("訂閱已結束，收不到了", "订阅已结束，收不到了", "Its subscription has ended"), .tag),
          ])
        }, nothing: "")
    }
    forms.append(
      PageForm(
        path, [PageField("push", "", .hidden)],
        buttons: [
          PageButton(
            visit.say("在這個裝置通知我", "在这个设备通知我", "Notify me on this device"), isMain: devices.isEmpty, isPush: true)
        ], push: PushWords(visit.language, key: push.publicKey)))
    if let test { forms.append(.test(test, visit)) }
    forms += devices.map { device in
      PageForm(
        "\(path)/\(device.id)/remove",
        buttons: [
          PageButton(visit.say("移除 ", "移除 ", "Remove ") + device.name(in: visit.language), isMain: false)
        ])
    }
  }

  /// Shows the address of a private calendar.
  mutating func show(_ calendar: SubscriptionLinks, _ visit: Visit) {
    copies = [
      CopyText(
        calendar.url, button: visit.say("複製網址", "复制网址", "Copy the address"),
        done: visit.say("網址已複製到剪貼簿", "网址已复制到剪贴板", "The address was copied"))
    ]
    links = [
      PageLink(visit.say("加入行事曆", "加入日历", "Add to my calendar"), calendar.webcal, .main),
      PageLink("Google", calendar.google, .button),
    ]
  }
}

extension PageForm {
  /// The button that asks for a test message.
  static func test(_ path: String, _ visit: Visit) -> PageForm {
    PageForm(
      path, buttons: [PageButton(visit.say("送一則測試通知", "送一条测试通知", "Send a test message"), isMain: false)])
  }
}

extension RegisteredDevice {
  /// What people call it: the browser by its push service, and four characters that tell it from others.
  func name(in language: Language) -> String {
    let kind: String =
      switch platform {
      case "ios": "iPhone"
      case "android": "Android"
      default:
        [
          ("googleapis.com", "Chrome"), ("mozilla.com", "Firefox"), ("apple.com", "Safari"), ("windows.com", "Edge"),
        ].first { service?.hasSuffix($0.0) == true }?.1 ?? language.say("瀏覽器", "浏览器", "Browser")
      }
    return "\(kind) \(id.prefix(4))"
  }
}
