extension FeedPage {
  /// The page (Mustache). It is well-formed XML, so that a test can check the escaping with a parser.
  ///
  /// Each link names its calendar, for users who hear the links one by one.
  static let markup = """
    <!DOCTYPE html>
    <html lang="{{language}}">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light"/>
    <meta name="theme-color" content="#9D4F4A"/>
    <meta name="description" content="{{words.lead}}"/>
    <title>{{words.title}}</title>
    <link rel="alternate" type="application/atom+xml" title="{{words.all}} (Atom)" href="{{atom}}"/>
    <link rel="alternate" type="application/feed+json" title="{{words.all}} (JSON Feed)" href="{{json}}"/>
    <style>{{{style}}}</style>
    </head>
    <body>
    <a class="skip" href="#calendars">{{words.skip}}</a>
    <header>
    <h1>{{words.title}}</h1>
    <p>{{words.lead}}</p>
    <nav aria-label="{{words.chooseLanguage}}">
    <ul>
    {{#languages}}
    <li><a href="{{address}}" lang="{{code}}" hreflang="{{code}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{name}}</a></li>
    {{/languages}}
    </ul>
    </nav>
    </header>
    <main id="calendars">
    <section aria-labelledby="general">
    <h2 id="general">{{words.general}}</h2>
    {{#general}}
    \(feed)
    {{/general}}
    </section>
    {{#hasGroups}}
    <section aria-labelledby="groups">
    <h2 id="groups">{{words.groups}}</h2>
    {{#groups}}
    \(feed)
    {{/groups}}
    </section>
    {{/hasGroups}}
    <section aria-labelledby="notes">
    <h2 id="notes">{{words.howTo}}</h2>
    {{#words.notes}}
    <p>{{.}}</p>
    {{/words.notes}}
    </section>
    </main>
    </body>
    </html>

    """

  private static let feed = """
    <article>
    <h3>{{name}}</h3>
    <p>{{note}}</p>
    <ul>
    <li><a class="first" href="{{webcal}}">{{words.subscribe}}<span class="heard"> {{name}}</span></a></li>
    <li><a href="{{google}}">{{words.google}}<span class="heard"> {{name}}</span></a></li>
    <li><a href="{{calendar}}" type="text/calendar">iCalendar<span class="heard"> {{name}}</span></a></li>
    <li><a href="{{atom}}" type="application/atom+xml">Atom<span class="heard"> {{name}}</span></a></li>
    <li><a href="{{json}}" type="application/feed+json">JSON Feed<span class="heard"> {{name}}</span></a></li>
    </ul>
    </article>
    """

  /// The colours of the specification, with a contrast above 4.5 to 1 (WCAG 2.2, 1.4.3).
  static let style = """
    :root { color-scheme: light; }
    body { margin: 0 auto; padding: 1rem; max-width: 44rem; background: #F7F3E8; color: #2F2B27;
      font: 1.0625rem/1.6 system-ui, "Noto Sans TC", "Noto Sans SC", sans-serif; }
    h1, h2, h3 { line-height: 1.3; margin: 1.5rem 0 0.5rem; }
    h1, h2 { color: #9D4F4A; }
    h3, article p { margin: 0; }
    ul { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0 0; padding: 0; list-style: none; }
    a { color: #9D4F4A; }
    li a { display: block; padding: 0.5rem 0.75rem; border: 1px solid #9D4F4A; border-radius: 0.375rem; text-decoration: none; }
    li a:hover { text-decoration: underline; }
    li a.first, li a[aria-current] { background: #9D4F4A; color: #F7F3E8; }
    a:focus-visible { outline: 3px solid #2F2B27; outline-offset: 2px; }
    article { padding: 1rem 0; border-top: 1px solid #9D4F4A; }
    .skip:not(:focus), .heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
    """
}
