internal import Folklore

extension PageRenderer {
  /// The page around the content (Mustache). The menu of a small screen is a checkbox, so it needs no script.
  ///
  /// Browsers that know `rel="expect"` show the page when all of it is there: a table that is shown by parts changes the widths of its columns
  /// with each part, and its rows jump.
  static let layoutMarkup = """
    <!DOCTYPE html>
    <html lang="{{language}}">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>{{title}}{{#isOffice}} · {{words.office}}{{/isOffice}} · {{words.brand}}</title>
    <link rel="expect" href="#end" blocking="render"/>
    <link rel="icon" href="data:,"/>
    <link rel="stylesheet" href="{{style}}"/>
    <script type="module" src="{{script}}"></script>
    </head>
    <body>
    <a class="skip" href="#work">{{words.skip}}</a>
    {{#isOffice}}
    <div class="office">
    <header class="side">
    <a class="brand" href="/admin">{{words.brand}}</a>
    <input class="menu" id="menu" type="checkbox" aria-label="{{words.menu}}"/>
    <div class="all">
    <nav aria-label="{{words.office}}">
    {{#groups}}
    {{#heading}}<h2>{{.}}</h2>{{/heading}}
    <ul>
    {{#sections}}
    <li><a href="{{address}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{title}}</a></li>
    {{/sections}}
    </ul>
    {{/groups}}
    </nav>
    <div class="who">
    <p><a href="/account">{{name}}</a><small>{{roleName}}</small></p>
    <form method="post" action="/sign-out"><button class="link" type="submit">{{words.signOut}}</button></form>
    </div>
    </div>
    </header>
    <main class="work" id="work" tabindex="-1">
    {{/isOffice}}
    {{^isOffice}}
    <header class="top">
    <a class="brand" href="/">{{words.brand}}</a>
    {{#isPerson}}<a href="/account">{{name}}</a>{{/isPerson}}
    {{^isPerson}}
    <form method="post" action="/language" aria-label="{{words.language}}">
    <input type="hidden" name="to" value="{{address}}"/>
    {{#languages}}<button class="link" name="language" value="{{code}}" lang="{{code}}" type="submit">{{name}}</button>
    {{/languages}}
    </form>
    {{/isPerson}}
    </header>
    <main class="sheet" id="work" tabindex="-1">
    {{/isOffice}}
    {{#insecure}}{{>insecure}}{{/insecure}}
    {{{content}}}
    </main>
    {{#isOffice}}</div>{{/isOffice}}
    <span id="end"></span>
    </body>
    </html>

    """
}

/// What a page says to who reaches the server without encryption.
struct InsecureWords: Sendable {
  let title: String
  let text: String

  init(_ language: Language) {
    title = language.say("這個連線沒有加密", "这个连接没有加密", "This connection is not encrypted")
    text = language.say(
      "瀏覽器因此不提供通行密鑰、通知、定位與離線功能，登入也可能被同一個網路上的人看到。請在伺服器前面放一個 Caddy，設定檔只要這幾行：",
      "浏览器因此不提供通行密钥、通知、定位与离线功能，登录也可能被同一个网络上的人看到。请在服务器前面放一个 Caddy，配置文件只要这几行：",
      "So the browser allows no passkeys, notifications, positions or offline use, and others on the network may read what you send. Put Caddy in front of the server; these lines are its whole configuration:"
    )
  }

  static let template = "insecure"

  static let markup = """
    <details class="note warn">
    <summary>{{title}}</summary>
    <p>{{text}}</p>
    <pre><code>days.example.org {
      reverse_proxy 127.0.0.1:8080
    }</code></pre>
    <p><code>folkcal serve --public-url https://days.example.org --trusted-proxies 1</code></p>
    </details>
    """
}
