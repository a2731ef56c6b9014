extension SectionPage {
  /// The templates by name.
  static let markups: [String: String] = [
    template: markup, "block": blockMarkup, "block-table": tableMarkup, "block-form": formMarkup,
    "page-field": fieldMarkup, "page-button": buttonMarkup,
    "page-link": linkMarkup, "feed": FeedCard.markup, "pick": PickBox.markup, "copy-button": CopyText.markup,
    "guide-part": GuidePart.markup,
  ]

  private static let markup = """
    {{#hasCrumbs}}<nav aria-label="{{position}}"><ol class="crumbs">{{#crumbs}}<li><a href="{{address}}">{{text}}</a></li>{{/crumbs}}<li aria-current="page">{{title}}</li></ol></nav>{{/hasCrumbs}}
    <div class="head"><h1>{{title}}</h1>{{#subtitle}}<p>{{.}}</p>{{/subtitle}}{{#actions}}{{>page-link}}{{/actions}}</div>
    {{#notice}}<p class="note" role="status">{{.}}</p>{{/notice}}
    {{#sections}}
    {{>block}}
    {{/sections}}
    """

  private static let blockMarkup = """
    <section class="{{#isBare}}bare{{/isBare}}{{^isBare}}panel{{/isBare}}{{#isWarning}} warn{{/isWarning}}{{#isHero}} hero{{/isHero}}{{#isQuiet}} quiet{{/isQuiet}}">
    <h2 id="{{id}}"{{#isBare}} class="heard"{{/isBare}}>{{#address}}<a href="{{.}}">{{title}}</a>{{/address}}{{^address}}{{title}}{{/address}}</h2>
    {{#fold}}<details{{#isOpen}} open="open"{{/isOpen}}><summary>{{title}}</summary><div class="stack">{{/fold}}
    {{#linesLanguage}}<div class="stack" lang="{{.}}">{{/linesLanguage}}{{#lines}}<p>{{.}}</p>{{/lines}}{{#linesLanguage}}</div>{{/linesLanguage}}
    {{#progress}}<p data-progress="{{address}}"><progress max="100" aria-label="{{title}}"{{#percent}} value="{{.}}"{{/percent}}></progress></p>{{/progress}}
    {{#picture}}<figure class="picture"{{#pictureLabel}} role="img" aria-label="{{.}}"{{/pictureLabel}}>{{{.}}}</figure>{{/picture}}
    {{#hasFacts}}<dl class="facts">{{#facts}}<div><dt>{{label}}</dt><dd>{{#address}}<a href="{{.}}">{{value}}</a>{{/address}}{{^address}}{{value}}{{/address}}</dd></div>{{/facts}}</dl>{{/hasFacts}}
    {{#hasGuide}}<div class="guide"{{#guideWords}} data-print="{{print}}" data-share="{{share}}"{{/guideWords}}>{{#guide}}{{>guide-part}}{{/guide}}</div>{{/hasGuide}}
    {{#table}}{{>block-table}}{{/table}}
    {{#hasChoices}}<ul class="choices">{{#choices}}<li><a class="card" href="{{address}}"><span>{{title}}</span> <small>{{note}}</small></a></li>{{/choices}}</ul>{{/hasChoices}}
    {{#hasReminders}}<ol class="reminded">{{#reminders}}<li class="card"><strong>{{title}}</strong><span>{{body}}</span><time datetime="{{iso}}">{{time}}</time></li>{{/reminders}}</ol>{{/hasReminders}}
    {{#position}}<div class="stack"><p class="ways"><button class="button" type="button" hidden="hidden" data-position="{{to}}" data-refused="{{refused}}">{{text}}</button></p><p class="fault" role="alert"></p></div>{{/position}}
    {{#revision}}<div hidden="hidden" data-revision="{{.}}"></div>{{/revision}}
    {{#hasDays}}<ul class="days">{{#days}}<li><a class="card daycard" href="{{address}}"><time datetime="{{iso}}"><b>{{day}}</b><span>{{month}}</span></time><span class="what"><strong>{{title}}</strong><span class="hint"><svg class="moon small" viewBox="-11 -11 22 22" aria-hidden="true"><circle r="10"/><path d="{{moon}}"/></svg>{{note}}</span></span>{{#left}}<span class="left"><b>{{number}}</b> <span>{{unit}}</span></span>{{/left}}</a></li>{{/days}}</ul>{{/hasDays}}
    {{#places}}<article class="card place"><h3><a href="{{address}}">{{name}}</a>{{#distance}} <small>{{.}}</small>{{/distance}}</h3>{{#lines}}<p>{{.}}</p>{{/lines}}<p class="ways">{{#copied}}{{>copy-button}}{{/copied}}{{#links}}{{>page-link}} {{/links}}</p></article>{{/places}}
    {{#hasFeeds}}<ul class="feeds">{{#feeds}}{{>feed}}{{/feeds}}</ul>{{/hasFeeds}}
    {{#hasPicks}}<ul class="picks">{{#picks}}<li>{{>pick}}</li>{{/picks}}</ul>{{/hasPicks}}
    {{#submit}}<p class="ways"><button class="button" type="submit" form="{{form}}">{{text}}</button></p>{{/submit}}
    {{#code}}<pre><code>{{.}}</code></pre>{{/code}}
    {{#showsSeen}}<p class="ways" data-seen="data-seen"></p>{{/showsSeen}}
    {{#core}}<div hidden="hidden" data-core="{{address}}" data-none="{{none}}"></div>{{/core}}
    {{#copies}}<pre><code>{{text}}</code></pre><p class="ways">{{>copy-button}}</p>{{/copies}}
    {{#here}}<div hidden="hidden" data-here="{{text}}" data-none="{{none}}"></div>{{/here}}
    {{#forms}}
    {{>block-form}}
    {{/forms}}
    {{#remarks}}<p class="hint">{{.}}</p>{{/remarks}}
    {{#hasLinks}}<p class="ways">{{#links}}{{>page-link}} {{/links}}{{#copyButtons}}{{>copy-button}}{{/copyButtons}}</p>{{/hasLinks}}
    {{#fold}}</div></details>{{/fold}}
    </section>
    """

  private static let tableMarkup = """
    {{#isEmpty}}<p class="hint">{{nothing}}</p>{{/isEmpty}}
    {{^isEmpty}}<div class="card"><table><caption class="heard">{{title}}</caption><thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead><tbody>
    {{#rows}}
    <tr{{#id}} id="{{.}}"{{/id}}>{{#head}}<th scope="row">{{#address}}<a href="{{.}}">{{text}}</a>{{/address}}{{^address}}{{text}}{{/address}}{{#note}}<small>{{.}}</small>{{/note}}</th>{{/head}}{{#cells}}<td data-label="{{label}}"{{#isNumber}} class="number"{{/isNumber}}>{{#isTag}}<span class="tag">{{text}}</span>{{/isTag}}{{#isCode}}<code>{{text}}</code>{{/isCode}}{{^isTag}}{{^isCode}}{{#address}}<a href="{{.}}">{{text}}</a>{{/address}}{{^address}}{{text}}{{/address}}{{/isCode}}{{/isTag}}{{#note}}<small>{{.}}</small>{{/note}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody></table></div>{{/isEmpty}}
    """

  private static let formMarkup = """
    <form{{#id}} id="{{.}}"{{/id}} action="{{action}}" method="{{method}}"{{#isMultipart}} enctype="multipart/form-data"{{/isMultipart}} class="{{#isFilter}}filters{{/isFilter}}{{^isFilter}}stack{{/isFilter}}"{{#push}} data-push="{{key}}" data-refused="{{refused}}" data-failed="{{failed}}" data-iphone="{{iPhone}}" data-in-app="{{inApp}}" data-missing="{{missing}}"{{/push}}{{#saving}} data-save="{{saved}}" data-offline="{{offline}}" data-ended="{{ended}}"{{/saving}}>
    {{#fields}}
    {{>page-field}}
    {{/fields}}
    {{#hasButtons}}<p class="ways">{{#buttons}}{{>page-button}}{{/buttons}}</p>{{/hasButtons}}
    </form>
    """

  private static let fieldMarkup = """
    {{#line}}<div class="field"><label for="f-{{name}}">{{label}}</label><input id="f-{{name}}" name="{{name}}" type="{{type}}" value="{{value}}"{{^keepsTyped}} autocomplete="off"{{/keepsTyped}}{{#partner}} data-with="{{.}}"{{/partner}}{{#range}} min="{{least}}" max="{{most}}"{{/range}}{{#fault}} aria-invalid="true"{{/fault}}{{#reference}} data-reference="{{.}}"{{/reference}}/>{{/line}}
    {{#isArea}}<div class="field"><label for="f-{{name}}">{{label}}</label><textarea id="f-{{name}}" name="{{name}}"{{#fault}} aria-invalid="true"{{/fault}}>
    {{value}}</textarea>{{/isArea}}
    {{#choice}}<div class="field"><label for="f-{{name}}">{{label}}</label><select id="f-{{name}}" name="{{name}}"{{#narrowing}} data-by="{{field}}" data-choices="{{choices}}"{{/narrowing}}>{{#options}}<option value="{{value}}"{{#isSelected}} selected="selected"{{/isSelected}}>{{name}}</option>{{/options}}</select>{{/choice}}
    {{#isCheck}}<div class="field check"><label for="f-{{name}}"><input id="f-{{name}}" name="{{name}}" type="checkbox" value="on"{{#isOn}} checked="checked"{{/isOn}}/> {{label}}</label>{{/isCheck}}
    {{#file}}<div class="field"><label for="f-{{name}}">{{label}}</label><input id="f-{{name}}" name="{{name}}" type="file" accept="{{accept}}"{{#fault}} aria-invalid="true"{{/fault}}/>{{/file}}
    {{#picks}}<div class="field"><details class="pick-list"{{#isOpen}} open="open"{{/isOpen}}><summary>{{label}} <small>{{count}}</small></summary>{{#find}}<input type="search" data-filter="data-filter" hidden="hidden" aria-label="{{.}}" placeholder="{{.}}" autocomplete="off"/>{{/find}}<ul>{{#items}}<li><label data-names="{{names}}"><input type="checkbox" name="{{name}}" value="{{value}}"{{#isOn}} checked="checked"{{/isOn}}/><span><strong>{{title}}</strong><small>{{note}}</small></span></label></li>{{/items}}</ul></details>{{/picks}}
    {{#folded}}<div class="field"><details class="pick-list"{{#isOpen}} open="open"{{/isOpen}}><summary>{{label}}</summary><div class="stack">{{#fields}}{{>page-field}}{{/fields}}<p class="ways">{{#buttons}}{{>page-button}}{{/buttons}}</p>{{#hasLines}}<ol class="dates">{{#lines}}<li>{{.}}</li>{{/lines}}</ol>{{/hasLines}}</div></details>{{/folded}}
    {{#isHidden}}<div{{^fault}} hidden="hidden"{{/fault}}><input type="hidden" name="{{name}}" value="{{value}}"/>{{/isHidden}}
    {{#hint}}<p class="hint">{{.}}</p>{{/hint}}{{#fault}}<p class="fault" role="alert">{{.}}</p>{{/fault}}</div>
    """

  private static let buttonMarkup =
    ##"<button class="button{{^isMain}} plain{{/isMain}}" type="submit"{{#isPush}} data-push-button="data-push-button" hidden="hidden"{{/isPush}}{{#name}} name="{{.}}" value="{{value}}"{{/name}}>{{text}}{{#heard}}<span class="heard"> {{.}}</span>{{/heard}}</button>"##

  private static let linkMarkup =
    ##"<a href="{{address}}"{{#isButton}} class="button{{^isMain}} plain{{/isMain}}"{{/isButton}}>{{text}}{{#heard}}<span class="heard"> {{.}}</span>{{/heard}}</a>"##
}
