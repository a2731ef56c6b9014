package import Folklore

/// What surrounds a page for everybody. It is the same for all who read one language, so caches share it.
package struct AppFrame: Sendable {
  let language: Language
  /// Scheme, host and port as people reach the server: `https://days.example.org`.
  let origin: String
  /// The path of the page with what its content depends on: `/near?county=臺南市`.
  let path: String
  /// The part that the page belongs to: `home`, `month`, `near`, `convert`, `feeds`; another one if it is in none of them.
  let part: String
  let place: Place
  /// True for a page of one person: no search engine and no preview is told of it.
  let isPrivate: Bool
  /// The address of the server if the browser reaches it in a way that allows no passkeys, push messages and positions; said on pages of one person.
  let insecureOrigin: String?

  package init(
    language: Language, origin: String, path: String, part: String, place: Place, isPrivate: Bool = false,
    insecureOrigin: String? = nil
  ) {
    self.isPrivate = isPrivate
    self.insecureOrigin = insecureOrigin
    self.language = language
    self.origin = origin
    self.path = path
    self.part = part
    self.place = place
  }

  /// Whose days and whose today the page shows.
  package struct Place: Sendable {
    /// `臺灣 · 臺灣時間`
    let name: String
    /// Where it is changed.
    let address: String
    /// The time zone that the page assumes; nil if somebody chose it.
    let assumedZone: String?

    package init(name: String, address: String, assumedZone: String?) {
      self.name = name
      self.address = address
      self.assumedZone = assumedZone
    }
  }
}

extension PageRenderer {
  /// The HTML of a page for everybody.
  ///
  /// - Parameter description: what search engines show.
  package func html(_ content: any PageContent, description: String, in frame: AppFrame) -> String {
    render(content, AppLayout(frame, title: content.title, description: description), layout: "app")
  }

  /// The layout (Mustache). It has no request to elsewhere, and works without its script.
  static let appMarkup = """
    <!DOCTYPE html>
    <html lang="{{language}}">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"/>
    <meta name="color-scheme" content="light dark"/>
    <title>{{title}}{{^isHome}} · {{words.brand}}{{/isHome}}</title>
    <meta name="description" content="{{description}}"/>
    {{#isPrivate}}<meta name="robots" content="noindex"/>{{/isPrivate}}
    {{^isPrivate}}<meta property="og:title" content="{{title}}"/>
    <meta property="og:description" content="{{description}}"/>
    <meta property="og:url" content="{{canonical}}"/>
    <meta property="og:image" content="{{preview}}"/>
    <meta name="twitter:card" content="summary_large_image"/>
    <link rel="canonical" href="{{canonical}}"/>
    {{#languages}}<link rel="alternate" hreflang="{{code}}" href="{{alternate}}"/>
    {{/languages}}{{/isPrivate}}
    <link rel="alternate" type="application/atom+xml" title="{{words.feed}}" href="/feeds/events.atom?lang={{language}}"/>
    <link rel="manifest" href="/manifest.webmanifest?lang={{language}}"/>
    <meta name="theme-color" content="#9D4F4A"/>
    <link rel="icon" href="/icon-192.png"/>
    <link rel="apple-touch-icon" href="/icon-192.png"/>
    <link rel="stylesheet" href="{{style}}"/>
    <script type="module" src="{{script}}"></script>
    {{#isPrivate}}<script type="module" src="{{accountScript}}"></script>{{/isPrivate}}
    </head>
    <body class="app" data-offline="{{words.offline}}"{{#isPlaceAssumed}} data-zone="{{assumedZone}}"{{/isPlaceAssumed}}>
    <a class="skip" href="#work">{{words.skip}}</a>
    <header class="top">
    <a class="brand" href="/">{{words.brand}}</a>
    {{#hasSearch}}<search><form action="/search"><input type="search" name="q" aria-label="{{words.search}}" placeholder="{{words.searched}}"/><button class="button quiet" type="submit">{{words.find}}</button></form></search>{{/hasSearch}}
    </header>
    <nav class="tabs" aria-label="{{words.pages}}"><ul>
    {{#parts}}<li><a href="{{address}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="{{icon}}"/></svg>{{title}}</a></li>{{/parts}}
    </ul></nav>
    <main class="page" id="work" tabindex="-1">
    <p class="note" id="kept" hidden="hidden" role="status">{{words.kept}}</p>
    {{#insecure}}{{>insecure}}{{/insecure}}
    {{{content}}}
    </main>
    <footer class="foot">
    <form method="post" action="/language" aria-label="{{words.language}}">
    <input type="hidden" name="to" value="{{path}}"/>
    {{#others}}<button class="link" name="language" value="{{code}}" lang="{{code}}" type="submit">{{name}}</button>
    {{/others}}
    </form>
    <p>{{words.place}}{{place}} <a href="{{placeAddress}}">{{words.change}}</a></p>
    <p><a href="/feeds">{{words.feeds}}</a> <a href="/privacy">{{words.privacy}}</a> <a href="/settings">{{words.account}}</a> <a href="/docs">API</a></p>
    </footer>
    </body>
    </html>

    """
}

/// The values of the layout.
private struct AppLayout: Layout {
  let language: String
  let title: String
  let description: String
  var content = ""
  let style = Asset.appStyle.address
  let script = Asset.appScript.address
  let accountScript = Asset.accountScript.address
  /// None or one.
  let insecure: [InsecureWords]
  let canonical: String
  let path: String
  let isHome: Bool
  /// False on the page of the search itself, which has a field of its own.
  let hasSearch: Bool
  let isPrivate: Bool
  /// A picture for previews of links.
  let preview: String
  let place: String
  let placeAddress: String
  let assumedZone: String
  let isPlaceAssumed: Bool
  let parts: [Part]
  let languages: [Choice]
  let others: [Choice]
  let words: AppWords

  struct Part {
    let address: String
    let title: String
    /// The strokes of a picture of 24 units.
    let icon: String
    let isCurrent: Bool
  }

  struct Choice {
    let code: String
    let name: String
    let alternate: String
  }

  init(_ frame: AppFrame, title: String, description: String) {
    let words = AppWords(frame.language)
    self.words = words
    language = frame.language.rawValue
    self.title = title
    self.description = description
    canonical = frame.origin + frame.path
    path = frame.path
    place = frame.place.name
    placeAddress = frame.place.address
    assumedZone = frame.place.assumedZone ?? ""
    isPlaceAssumed = frame.place.assumedZone != nil
    isHome = frame.path == "/"
    hasSearch = !frame.path.hasPrefix("/search")
    isPrivate = frame.isPrivate
    insecure = frame.insecureOrigin == nil ? [] : [InsecureWords(frame.language)]
    preview = frame.origin + "/preview.png"
    parts = [
      ("home", "/", words.home, "M4 10.5 12 4l8 6.5V20h-5.5v-6h-5v6H4z"),
      ("month", "/month", words.month, "M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8"),
      (
        "near", "/near", words.near,
        "M3 9c4 0 7-2 9-5 2 3 5 5 9 5M5.5 9v11M18.5 9v11M3.5 20h17M9.5 20v-6h5v6M5.5 12.5h13"
      ),
      ("convert", "/convert", words.convert, "M4 8.5h14l-4-4M20 15.5H6l4 4"),
      ("choice", "/choice", words.remind, "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4"),
    ].map { Part(address: $0.1, title: $0.2, icon: $0.3, isCurrent: $0.0 == frame.part) }
    let sign = frame.path.contains("?") ? "&" : "?"
    languages = Language.allCases.map { language in
      Choice(
        code: language.rawValue, name: language.ownName,
        alternate: frame.origin + frame.path + sign + "lang=" + language.rawValue)
    }
    others = languages.filter { $0.code != frame.language.rawValue }
  }
}

/// The texts of the layout.
private struct AppWords {
  let brand: String
  let skip: String
  let search: String
  /// What a narrow field has room for.
  let searched: String
  let find: String
  let pages: String
  let home: String
  let month: String
  let near: String
  let convert: String
  let feeds: String
  let feed: String
  let remind: String
  let privacy: String
  let kept: String
  let offline: String
  let language: String
  let account: String
  /// Before whose days the page shows.
  let place: String
  let change: String

  init(_ language: Language) {
    let say = language.say
    brand = say("民俗提醒", "民俗提醒", "folkcal")
    skip = say("跳到內容", "跳到内容", "Skip to the content")
    search = say("搜尋日子、神明、廟宇", "搜索日子、神明、庙宇", "Days, deities, temples")
    searched = say("日子、廟宇", "日子、庙宇", "Day, temple")
    find = say("搜尋", "搜索", "Search")
    pages = say("主要頁面", "主要页面", "Main pages")
    home = say("首頁", "首页", "Home")
    month = say("月曆", "月历", "Month")
    near = say("附近廟宇", "附近庙宇", "Near me")
    convert = say("換算", "换算", "Convert")
    feeds = say("行事曆與訂閱", "日历与订阅", "Calendars and feeds")
    feed = say("民俗節日", "民俗节日", "Folk days")
    remind = say("提醒", "提醒", "Remind")
    privacy = say("隱私", "隐私", "Privacy")
    offline = say(
      "沒有網路，所以沒有送出。您填的都還在這一頁，連上網路後再按一次。", "没有网络，所以没有送出。您填的都还在这一页，连上网络后再按一次。",
      "There is no network, so nothing was sent. What you chose is still here; press again when you are online.")
    kept = say(
      "沒有網路：這是存在這個裝置上的內容。最後更新 ", "没有网络：这是存在这个设备上的内容。最后更新 ", "No network: this was kept on this device. Last updated ")
    self.language = say("語言", "语言", "Language")
    place = say("地區：", "地区：", "Region: ")
    change = say("更改", "更改", "Change")
    account = say("我的帳號", "我的账号", "My account")
  }
}
