import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Records
import Store
import WebPages

/// Pages of work that goes on by itself: `/admin/jobs/…`.
enum JobPages {
  static let all = [
    BrowserPage.get("/admin/jobs/{id}", .role(.reader)) { visit in
      let person = try visit.person()
      let state = visit.service.jobs.state(visit.id, of: person.userID)
      if visit.acceptsOnlyJSON {
        return .json([
          "isOver": .flag(state?.outcome != nil || state == nil), "share": state?.share.map(JSON.real) ?? .null,
        ])
      }
      guard let state else { return .page(forgotten(visit), section: "overview", status: .notFound) }
      switch state.outcome {
      case .success(let result): return .page(result(visit), section: "overview")
      case .failure(let error): throw error
      case nil: return .page(running(state, visit), section: "overview")
      }
    }
  ]

  private static func running(_ state: Jobs.State, _ visit: Visit) -> SectionPage {
    var block = PageBlock(state.title)
    block.lines = [
      visit.say(
        "還在進行。您可以離開這一頁，工作會繼續。", "还在进行。您可以离开这一页，工作会继续。",
        "This is under way. You may leave the page; the work goes on.")
    ]
    block.progress = PageBlock.Progress(share: state.share, address: visit.request.uri.path)
    block.links = [PageLink(visit.say("看進度", "看进度", "Look again"), visit.request.uri.path, .button)]
    return SectionPage(visit.language, title: state.title, [block])
  }

  private static func forgotten(_ visit: Visit) -> SectionPage {
    var block = PageBlock(visit.say("這項工作已經不在了", "这项工作已经不在了", "This work is gone"))
    block.lines = [
      visit.say(
        "伺服器重新啟動過，或工作已經結束很久。中斷的匯入不會留下一半的資料；請看清單，需要的話再做一次。",
        "服务器重新启动过，或工作已经结束很久。中断的导入不会留下一半的资料；请看列表，需要的话再做一次。",
        "The server was started again, or the work ended long ago. An import that was broken off left nothing half done. Look at the lists, and start again if needed."
      )
    ]
    block.links = [PageLink(visit.say("回到總覽", "回到总览", "Overview"), "/admin", .button)]
    return SectionPage(visit.language, title: block.title, [block])
  }
}

extension Visit {
  /// Starts work, waits a moment for its end, and sends the browser to its page.
  func start(
    _ title: String, _ body: @escaping @Sendable (_ progress: @escaping (Double) -> Void) throws -> Jobs.Result
  ) async throws -> PageAnswer {
    let owner = try person().userID
    let id = service.jobs.start(owner: owner, title: title, body)
    await service.jobs.wait(for: id, of: owner)
    return .redirect(to: "/admin/jobs/\(id)")
  }
}
