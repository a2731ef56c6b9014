extension RecordForm {
  /// The templates of controls by name; a row of a control holds controls again.
  static let markup: [String: String] = [
    "control": controlMarkup, "label": labelMarkup, "states": statesMarkup, "notes": notesMarkup,
    "parts": partsMarkup,
  ]

  private static let partsMarkup = """
    {{#parts}}
    <fieldset>
    <legend>{{title}}</legend>
    {{#controls}}
    {{>control}}
    {{/controls}}
    </fieldset>
    {{/parts}}
    """

  private static let controlMarkup = """
    {{#line}}
    <div class="field">{{>label}}
    <input id="{{id}}" name="{{name}}"{{#type}} type="{{.}}"{{/type}} value="{{value}}" autocomplete="off"{{#mode}} inputmode="{{.}}"{{/mode}}{{>states}}{{#reference}} data-reference="{{.}}"{{/reference}}{{#isRule}} data-rule="{{id}}-next"{{/isRule}}/>
    {{#isRule}}<ol class="next" id="{{id}}-next" aria-live="polite"></ol>{{/isRule}}
    {{#picture}}<div class="upload" data-picture="{{id}}" data-working="{{words.working}}" data-done="{{words.done}}" data-large="{{words.tooLarge}}" data-none="{{words.noPicture}}" data-failed="{{words.failed}}">
    {{#shown}}<img src="{{.}}" alt="{{words.now}}" loading="lazy"/>{{/shown}}
    <label for="{{id}}-file">{{words.choose}}</label><input type="file" id="{{id}}-file" name="_file.{{name}}" accept="image/jpeg,image/png,image/webp" aria-describedby="{{id}}-file-hint"/>
    <p class="hint" id="{{id}}-file-hint">{{words.hint}}</p><p class="hint" role="status"></p></div>{{/picture}}
    {{#map}}<div class="map" data-map="map"{{#tiles}} data-tiles="{{.}}"{{/tiles}} data-label="{{words.label}}" data-help="{{words.help}}" data-closer="{{words.closer}}" data-farther="{{words.farther}}" data-here="{{words.here}}" data-point="{{words.point}}" data-none="{{words.noPosition}}" data-credit="{{words.credit}}"></div>{{/map}}
    {{>notes}}</div>
    {{/line}}
    {{#prose}}
    <div class="field">{{>label}}
    <textarea id="{{id}}" name="{{name}}"{{>states}}>
    {{value}}</textarea>
    {{>notes}}</div>
    {{/prose}}
    {{#choice}}
    <div class="field">{{>label}}
    <select id="{{id}}" name="{{name}}"{{>states}}>
    {{#options}}
    <option value="{{value}}"{{#isSelected}} selected="selected"{{/isSelected}}>{{name}}</option>
    {{/options}}
    </select>
    {{>notes}}</div>
    {{/choice}}
    {{#flag}}
    <div class="field check"><input type="hidden" name="{{name}}" value="off"/><label for="{{id}}"><input type="checkbox" id="{{id}}" name="{{name}}" value="on"{{#isOn}} checked="checked"{{/isOn}}{{>states}}/> {{label}}</label>
    {{>notes}}</div>
    {{/flag}}
    {{#list}}
    <div class="field" role="group" aria-labelledby="{{id}}-label"><span class="label" id="{{id}}-label">{{label}}</span>
    <ol class="items" data-list="{{name}}">
    {{#items}}
    <li>{{#isOrdered}}<span class="grip" data-grip="grip" aria-hidden="true">⠿</span>{{/isOrdered}}<input id="{{id}}" name="{{name}}" value="{{value}}" autocomplete="off" aria-label="{{label}} {{number}}"{{>states}}{{#reference}} data-reference="{{.}}"{{/reference}}/>
    {{#isOrdered}}<button class="small" name="_do" value="up:{{name}}:{{place}}" type="submit" formaction="#{{id}}" data-move="up"><span aria-hidden="true">↑</span><span class="heard">{{words.up}} {{number}}</span></button><button class="small" name="_do" value="down:{{name}}:{{place}}" type="submit" formaction="#{{id}}" data-move="down"><span aria-hidden="true">↓</span><span class="heard">{{words.down}} {{number}}</span></button>{{/isOrdered}}<button class="small" name="_do" value="remove:{{name}}:{{place}}" type="submit" formaction="#{{id}}" data-move="remove"><span aria-hidden="true">×</span><span class="heard">{{words.remove}} {{number}}</span></button></li>
    {{/items}}
    </ol>
    <p><button class="button plain" name="_do" value="add:{{name}}" type="submit" formaction="#{{id}}-label" data-move="add">{{words.add}}<span class="heard"> {{label}}</span></button></p>
    {{>notes}}</div>
    {{/list}}
    {{#rows}}
    <div class="field" role="group" aria-labelledby="{{id}}-label"><span class="label" id="{{id}}-label">{{label}}</span><input type="hidden" name="{{name}}" value=""/>
    {{#rows}}
    <div class="row" role="group" aria-label="{{label}} {{title}}">
    {{#controls}}
    {{>control}}
    {{/controls}}
    <p>{{#isOrdered}}<button class="button plain" name="_do" value="up:{{name}}:{{place}}" type="submit" formaction="#{{id}}-label">{{words.up}}<span class="heard"> {{title}}</span></button> <button class="button plain" name="_do" value="down:{{name}}:{{place}}" type="submit" formaction="#{{id}}-label">{{words.down}}<span class="heard"> {{title}}</span></button> {{/isOrdered}}<button class="button plain" name="_do" value="remove:{{name}}:{{place}}" type="submit" formaction="#{{id}}-label">{{words.remove}}<span class="heard"> {{title}}</span></button></p>
    </div>
    {{/rows}}
    <p><button class="button plain" name="_do" value="add:{{name}}" type="submit" formaction="#{{id}}-label">{{words.add}}<span class="heard"> {{label}}</span></button></p>
    {{>notes}}</div>
    {{/rows}}
    """

  private static let labelMarkup =
    ##"<label for="{{id}}">{{label}}{{#isRequired}} <span class="must">{{words.must}}</span>{{/isRequired}}</label>"##

  private static let statesMarkup =
    ##"{{#isRequired}} aria-required="true"{{/isRequired}}{{#isInvalid}} aria-invalid="true"{{/isInvalid}}{{#described}} aria-describedby="{{.}}"{{/described}}{{#lang}} lang="{{.}}"{{/lang}}"##

  private static let notesMarkup = """
    {{#hint}}<p class="hint" id="{{id}}-hint">{{.}}</p>{{/hint}}{{#isInvalid}}<div class="fault" id="{{id}}-fault">{{#faults}}<p>{{.}}</p>{{/faults}}</div>{{/isInvalid}}
    """
}
