import Folklore
import HTTPTypes
import HummingbirdCore
import Records
import WebPages

/// All pages for browsers.
enum BrowserPages {
  static let all =
    general + SignInPages.all + GoogleRedirect.pages + AccountPages.all + JobPages.all + ImagePages.all + MapPages.all
    + ReminderPages.all
    + TestMessagePages.all + UserPages.all + DashboardPages.all + ImportPages.all
    + TokenPages.all + ChangePages.all + ServicePages.all + HoldPages.all + ActivityPages.all
    + OfficePages.all + ChoicePages.all + PushPages.all + SettingsPages.all + PickPages.all
    + WayPages.all + ChatPages.all + LinePages.all + TelegramPages.all + WelcomePages.all + LeavePages.all
    + AncestorPages.all + DayFilePages.all + OwnDayPages.all + AccountDataPages.all + RegionPage.all

  private static let general = [
    BrowserPage.get("/assets/{name}") { visit in
      guard let asset = Asset.at("/assets/" + visit.id) else { throw PageProblem.nothingHere }
      var answer = PageAnswer(body: .file(asset.bytes, type: asset.type))
      // The address changes with the content.
      answer.headers[.cacheControl] = "public, max-age=31536000, immutable"
      answer.headers[.vary] = "Accept-Encoding"
      // In a frame with the attribute sandbox the strip has no origin, so that its style comes from another one.
      if asset.address == Asset.embedStyle.address { answer.headers[.resourcePolicy] = "cross-origin" }
      return answer
    }
  ]
}
