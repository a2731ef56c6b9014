package import Folklore
package import Records

/// The first page of the back office: how much there is, and what comes next.
package struct DashboardPage: PageContent {
  package static let template = "overview"

  package let title: String
  let counts: [Count]
  let comingTitle: String
  let coming: [Day]

  package struct Count: Sendable {
    let address: String
    let name: String
    let count: Int

    package init(_ entity: Entity, _ count: Int, _ language: Language) {
      address = "/admin/" + entity.plural
      name = entity.title(in: language)
      self.count = count
    }
  }

  package struct Day: Sendable {
    let date: String
    let lunar: String
    let title: String
    let address: String

    package init(date: String, lunar: String, title: String, key: String) {
      self.date = date
      self.lunar = lunar
      self.title = title
      address = "/admin/events/" + key
    }
  }

  package init(_ language: Language, counts: [Count], coming: [Day]) {
    title = language.say("總覽", "总览", "Overview")
    comingTitle = language.say("接下來七天", "接下来七天", "The next seven days")
    self.counts = counts
    self.coming = coming
  }

  static let markup = """
    <div class="head"><h1>{{title}}</h1></div>
    <ul class="counts">
    {{#counts}}<li class="card"><a href="{{address}}"><strong>{{count}}</strong> {{name}}</a></li>{{/counts}}
    </ul>
    <section class="panel" aria-labelledby="coming">
    <h2 id="coming">{{comingTitle}}</h2>
    <ul class="rows">
    {{#coming}}<li><a href="{{address}}">{{title}}</a><span class="hint">{{date}} · {{lunar}}</span></li>{{/coming}}
    </ul>
    </section>
    """
}
