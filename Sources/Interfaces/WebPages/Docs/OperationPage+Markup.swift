extension OperationPage {
  /// The templates by name.
  static let markups: [String: String] = [
    template: markup, "operation-table": tableMarkup, DocsPage.template: DocsPage.markup,
  ]

  private static let markup = """
    <nav aria-label="{{words.position}}"><ol class="crumbs">{{#above}}<li>{{>page-link}}</li>{{/above}}<li aria-current="page">{{title}}</li></ol></nav>
    <header class="title"><div><h1><code><b class="method">{{method}}</b> {{path}}</code></h1><p>{{summary}}</p></div></header>
    <dl class="facts"><div><dt>{{words.access}}</dt><dd>{{access}}{{#role}} <span>{{.}}</span>{{/role}}</dd></div></dl>
    <section class="panel"><h2>{{words.request}}</h2>
    <pre><code id="curl">{{curl}}</code></pre>
    <p class="ways"><button class="button quiet" type="button" data-copy="{{curl}}" data-done="{{words.copied}}" hidden="hidden">{{words.copy}}</button></p>
    </section>
    {{#example}}<section class="panel"><h2>{{title}}</h2><p class="hint">{{note}}</p>
    <pre><code id="answer">{{text}}</code></pre></section>{{/example}}
    {{#parameters}}{{>operation-table}}{{/parameters}}
    {{#body}}{{>operation-table}}{{/body}}
    {{#fields}}{{>operation-table}}{{/fields}}
    <section class="panel"><h2>{{words.answers}}</h2>
    <div class="card"><table class="fields"><caption class="heard">{{words.answers}}</caption><thead><tr><th scope="col">{{words.status}}</th><th scope="col">{{words.meaning}}</th></tr></thead><tbody>
    {{#answers}}<tr><th scope="row"><code>{{code}}</code></th><td><span>{{text}}</span>{{#type}} <code>{{.}}</code>{{/type}}{{#headers}}<p class="hint"><code>{{name}}</code> <span>{{text}}</span></p>{{/headers}}</td></tr>
    {{/answers}}</tbody></table></div></section>
    """

  private static let tableMarkup = """
    <section class="panel"><h2>{{title}}{{#type}} <code>{{.}}</code>{{/type}}</h2>
    {{#hasFields}}<div class="card"><table class="fields"><caption class="heard">{{title}}</caption><thead><tr><th scope="col">{{words.name}}</th><th scope="col">{{words.meaning}}</th></tr></thead><tbody>
    {{#fields}}<tr><th scope="row"><code>{{name}}</code>{{#mark}} <small>{{.}}</small>{{/mark}}</th><td>{{#place}}{{.}} · {{/place}}<code>{{type}}</code>{{#text}}<p>{{.}}</p>{{/text}}{{#hasChoices}}<p class="hint">{{words.choices}}{{#choices}}<code>{{.}}</code> {{/choices}}</p>{{/hasChoices}}{{#limits}}<p class="hint">{{.}}</p>{{/limits}}{{#pattern}}<p class="hint"><code>{{.}}</code></p>{{/pattern}}</td></tr>
    {{/fields}}</tbody></table></div>{{/hasFields}}</section>
    """
}
