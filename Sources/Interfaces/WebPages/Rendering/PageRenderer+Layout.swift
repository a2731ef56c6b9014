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
    {{#isInsecure}}
    <details class="note warn">
    <summary>{{words.insecureTitle}}</summary>
    <p>{{words.insecureText}}</p>
    <pre><code>days.example.org {
      reverse_proxy 127.0.0.1:8080
    }</code></pre>
    <p><code>folkcal serve --public-url https://days.example.org --trusted-proxies 1</code></p>
    </details>
    {{/isInsecure}}
    {{{content}}}
    </main>
    {{#isOffice}}</div>{{/isOffice}}
    <span id="end"></span>
    </body>
    </html>

    """
}
