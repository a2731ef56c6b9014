import Addresses
import Database
import Folklore
import HTTPTypes
import HummingbirdCore
import Lunisolar
import Records
import Store
import WebPages

/// The reason why a page cannot be shown, or a form cannot be accepted.
enum PageProblem: Error, Hashable, Sendable {
  /// Nobody has signed in, or the session has ended.
  case signInNeeded
  /// The person lacks the role.
  case roleNeeded(APIRole)
  case nothingHere
  /// The address names a day that does not exist.
  case noSuchDay(CalendarError)
  /// A form that was not sent by one of our pages.
  case foreignForm
  /// The link was used, has expired, or never was one.
  case linkIsOver
  case tooManyLinks(minutes: Int)
  case badForm
  case tooLarge(megabytes: Int)
  /// Google did not confirm the account, with the reason in English for the log.
  case googleRefused(String)
  /// A value changed since: undoing would overwrite a later change.
  case changedSince(field: String)
  case notUndone
  /// Nobody could manage the rest.
  case lastAdministrator
  /// Nobody's choice has this secret: it has ended, or never was one.
  case choiceIsOver
  case tooManyChoices(minutes: Int)
  /// The file was imported already, or others have taken its place.
  case importIsOver

  var status: HTTPResponse.Status {
    switch self {
    case .signInNeeded: .unauthorized
    case .roleNeeded, .foreignForm: .forbidden
    case .nothingHere, .noSuchDay: .notFound
    case .linkIsOver, .choiceIsOver: .gone
    case .tooManyLinks, .tooManyChoices: .tooManyRequests
    case .badForm: .badRequest
    case .tooLarge: .contentTooLarge
    case .googleRefused: .badRequest
    case .notUndone, .lastAdministrator, .importIsOver: .conflict
    case .changedSince: .preconditionFailed
    }
  }
}

extension MessagePage {
  /// What a page says of an error: what happened, and what to do.
  ///
  /// - Parameter isForm: whether the reader had sent a form; its content is on the page then.
  init(_ error: any Error, _ visit: Visit, isForm: Bool) {
    let say = visit.language.say
    var links: [Link] = []
    let home = Link(
      address: visit.role > .user ? "/admin" : "/", text: say("回到首頁", "回到首页", "Go to the first page"))
    let title: String
    var lines: [String]
    var code: [String] = []
    switch error {
    case PageProblem.signInNeeded:
      title = say("請先登入", "请先登录", "Sign in first")
      lines = [say("您還沒有登入，或登入已經結束。", "您还没有登录，或登录已经结束。", "You have not signed in, or your session has ended.")]
      if isForm {
        lines.append(
          say(
            "您填的內容還在這一頁。請在另一個分頁登入，再回來按「再送一次」。", "您填的内容还在这一页。请在另一个标签页登录，再回来按「再送一次」。",
            "What you typed is kept on this page. Sign in in another tab, come back, and press “Send again”."))
      }
      links = [
        Link(
          address: isForm ? "/sign-in" : "/sign-in?to=" + PercentEncoding.encode(visit.address),
          text: say("登入", "登录", "Sign in"), opensTab: isForm)
      ]
    case PageProblem.roleNeeded(let role):
      title = say("沒有權限", "没有权限", "You may not do this")
      let needed = RoleWords.name(of: role, visit.language)
      lines = [
        say(
          "這一頁需要「\(needed)」的權限。請向管理員詢問。", "这一页需要「\(needed)」的权限。请向管理员询问。",
          "This page needs the role “\(needed)”. Ask your administrator.")
      ]
      links = [home]
    case PageProblem.nothingHere, RecordError.noSuchRecord:
      title = say("找不到這一頁", "找不到这一页", "There is nothing here")
      lines = [
        say(
          "這個網址沒有內容：可能打錯了，或資料已經刪除。", "这个网址没有内容：可能打错了，或资料已经删除。",
          "The address may be wrong, or what was here has been removed.")
      ]
      if isForm {
        lines.append(
          say(
            "您填的內容還在這一頁，請先複製起來。", "您填的内容还在这一页，请先复制下来。",
            "What you typed is kept on this page. Copy what you want to keep."))
      }
      links = [home]
    case PageProblem.noSuchDay(let error):
      title = say("沒有這一天", "没有这一天", "There is no such day")
      lines = [error.message(in: visit.language)]
      links = [home]
    case PageProblem.foreignForm:
      title = say("這個表單不是從本站送出的", "这个表单不是从本站送出的", "This form did not come from our page")
      lines = [
        say(
          "為了安全，沒有執行任何動作。請打開本站的頁面再做一次。", "为了安全，没有执行任何动作。请打开本站的页面再做一次。",
          "To be safe, nothing was done. Open the page here and try again.")
      ]
      links = [home]
    case PageProblem.linkIsOver:
      title = say("這個登入連結已經失效", "这个登录链接已经失效", "This link is no longer valid")
      lines = [
        say(
          "連結只能用一次，過一段時間也會失效。請向管理員要一個新的；管理員在主機上執行：",
          "链接只能用一次，过一段时间也会失效。请向管理员要一个新的；管理员在主机上运行：",
          "A link can be used once and only for a while. Ask the operator for a new one, who runs:")
      ]
      code = ["folkcal admin user link mei@example.org"]
      links = [Link(address: "/sign-in", text: say("其他登入方式", "其他登录方式", "Other ways to sign in"))]
    case PageProblem.tooManyLinks(let minutes):
      title = say("請稍候再試", "请稍候再试", "Please wait")
      lines = [
        say(
          "寄出的登入信太多了。請在 \(minutes) 分鐘後再試。", "寄出的登录信太多了。请在 \(minutes) 分钟后再试。",
          "Too many sign-in mails were asked for. Try again in \(minutes) minutes.")
      ]
      links = [Link(address: "/sign-in", text: say("回到登入", "回到登录", "Back"))]
    case PageProblem.choiceIsOver:
      title = say("這個選擇已經不在了", "这个选择已经不在了", "This choice is gone")
      lines = [
        say(
          "連結已經換新，或選擇已經刪除。請用新的連結，或重新選擇；什麼都沒有改變。", "链接已经换新，或选择已经删除。请用新的链接，或重新选择；什么都没有改变。",
          "Its link was renewed, or the choice was removed. Use the new link, or choose again; nothing was changed.")
      ]
      links = [Link(address: "/choose", text: say("重新選擇", "重新选择", "Choose again"))]
    case PageProblem.tooManyChoices(let minutes):
      title = say("請稍候再試", "请稍候再试", "Please wait")
      lines = [
        say(
          "從這個網路新增的選擇太多了。請在 \(minutes) 分鐘後再送一次；您填的內容還在。", "从这个网络新增的选择太多了。请在 \(minutes) 分钟后再送一次；您填的内容还在。",
          "Too many choices came from this network. Send it again in \(minutes) minutes; what you chose is kept here.")
      ]
      links = [home]
    case PageProblem.badForm:
      title = say("看不懂送來的內容", "看不懂送来的内容", "The form cannot be read")
      lines = [say("沒有存入任何資料。請回上一頁再送一次。", "没有存入任何资料。请回上一页再送一次。", "Nothing was saved. Go back and send it again.")]
      links = [home]
    case PageProblem.tooLarge(let megabytes):
      title = say("內容太大", "内容太大", "This is too much")
      lines = [
        say(
          "最多 \(megabytes) MB。沒有存入任何資料。", "最多 \(megabytes) MB。没有存入任何资料。",
          "At most \(megabytes) MB can be sent. Nothing was saved.")
      ]
      links = [home]
    case PageProblem.googleRefused:
      title = say("Google 登入沒有完成", "Google 登录没有完成", "Signing in with Google did not work")
      lines = [say("請再試一次，或用其他方式登入。", "请再试一次，或用其他方式登录。", "Try again, or sign in another way.")]
      links = [Link(address: "/sign-in", text: say("回到登入", "回到登录", "Back"))]
    case is AccountConflict:
      title = say("這個帳號不能登入", "这个账号不能登录", "This account cannot sign in")
      lines = [
        say(
          "已有使用者用同一個電子郵件地址，但無法確認是同一個人。請用原來的方式登入，或請管理員協助。",
          "已有用户用同一个电子邮件地址，但无法确认是同一个人。请用原来的方式登录，或请管理员协助。",
          "Another user has this mail address, and it is not certain that you are the same person. Sign in as before, or ask the operator."
        )
      ]
      links = [Link(address: "/sign-in", text: say("回到登入", "回到登录", "Back"))]
    case PageProblem.changedSince(let field):
      title = say("不能復原", "不能恢复", "This cannot be undone any more")
      lines = [
        say(
          "「\(field)」後來又改過。復原會蓋掉後來的修改，所以沒有執行。請到編輯頁直接修改。",
          "「\(field)」后来又改过。恢复会盖掉后来的修改，所以没有执行。请到编辑页直接修改。",
          "“\(field)” was changed again later. Undoing would overwrite that, so nothing was done. Edit the record instead."
        )
      ]
      links = [home]
    case PageProblem.notUndone:
      title = say("不能復原", "不能恢复", "This cannot be undone")
      lines = [say("這個修改無法復原。", "这个修改无法恢复。", "This change cannot be undone.")]
      links = [home]
    case PageProblem.lastAdministrator:
      title = say("這是唯一的管理員", "这是唯一的管理员", "This is the only administrator")
      lines = [
        say(
          "沒有改變任何資料。請先給別人管理員的權限。", "没有改变任何资料。请先给别人管理员的权限。",
          "Nothing was changed. Give somebody else the role first.")
      ]
      links = [home]
    case PageProblem.importIsOver:
      title = say("這個檔案已經不在了", "这个文件已经不在了", "The file is gone")
      lines = [
        say(
          "它可能已經匯入，或伺服器重新啟動過。請再選一次檔案。", "它可能已经导入，或服务器重新启动过。请再选一次文件。",
          "It may have been imported already, or the server was started again. Choose the file once more.")
      ]
      links = [Link(address: "/admin/imports", text: say("匯入", "导入", "Imports"))]
    case is OwnEventLimit:
      title = say("自己的日子太多了", "自己的日子太多了", "These are too many days")
      lines = [
        say(
          "最多 \(OwnEventLimits.days) 個日子。沒有存入任何資料，請先刪除一些。", "最多 \(OwnEventLimits.days) 个日子。没有存入任何资料，请先删除一些。",
          "There can be \(OwnEventLimits.days) days of your own. Nothing was saved; remove some first.")
      ]
      links = [home]
    case let error as RecordFaults:
      title = say("內容有誤", "内容有误", "There are faults")
      lines = error.faults.map { $0.problem(in: visit.language) }
      links = [home]
    case RecordError.referredTo(_, _, let by):
      title = say("還有資料使用它", "还有资料使用它", "It is still in use")
      lines =
        [say("請先改掉或刪除：", "请先改掉或删除：", "Change or remove these first:")]
        + by.map { RemovePage.reference($0, visit.language) }
      links = [home]
    case DatabaseError.busy:
      title = say("資料庫正在忙", "数据库正忙", "The database is busy")
      lines = [
        say(
          "另一個程式正在使用資料庫。沒有存入任何資料，請過一會兒再試。", "另一个程序正在使用数据库。没有存入任何资料，请过一会儿再试。",
          "Another program is using the database. Nothing was saved; try again in a moment.")
      ]
      links = [home]
    case let problem as Problem where problem.status == .tooManyRequests:
      title = say("請稍候再試", "请稍候再试", "Please wait")
      lines = [
        say(
          "您的請求太多了。沒有執行任何動作，請過幾秒再試。", "您的请求太多了。没有执行任何动作，请过几秒再试。",
          "There were too many requests. Nothing was done; try again in a few seconds.")
      ]
      links = [home]
    default:
      title = say("系統發生錯誤", "系统发生错误", "Something went wrong")
      lines = [
        say(
          "請把這個編號告訴管理員：\(visit.source.id)", "请把这个编号告诉管理员：\(visit.source.id)",
          "Tell the operator this number: \(visit.source.id)")
      ]
      links = [home]
    }
    self.init(title: title, lines: lines, code: code, links: links)
    if isForm {
      let entity = try? visit.entity()
      again = Again(
        address: visit.address, form: visit.form, button: say("再送一次", "再送一次", "Send again"),
        label: { name in
          entity.map { PageSection.label(of: name, $0, visit.language) }
            ?? PersonalDayPage.label(of: name, visit.language)
        })
    }
  }

  /// The status of an error's page.
  static func status(of error: any Error) -> HTTPResponse.Status {
    switch error {
    case let problem as PageProblem: problem.status
    case RecordError.noSuchRecord: .notFound
    case RecordError.referredTo: .conflict
    case is RecordFaults: .unprocessableContent
    case DatabaseError.busy: .serviceUnavailable
    case let problem as Problem: problem.status
    case is AccountConflict, is OwnEventLimit: .conflict
    default: .internalServerError
    }
  }
}
