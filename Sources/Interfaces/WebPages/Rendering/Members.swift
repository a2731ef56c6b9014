internal import Folklore
internal import Mustache

// Values that stand on a page hundreds of times give their members by name: the library would look for them by reflection, which takes 90 % of the
// time of a page.

extension ListPage.Row: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "address": return self.address
    case "name": return self.name
    case "cells": return self.cells
    default: return nil
    }
  }
}

extension ListPage.Cell: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "label": return self.label
    case "text": return self.text
    case "note": return self.note
    case "isTag": return self.isTag
    case "isCode": return self.isCode
    case "isDate": return self.isDate
    default: return nil
    }
  }
}

extension ListPage.Option: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "value": return self.value
    case "name": return self.name
    case "isSelected": return self.isSelected
    default: return nil
    }
  }
}

extension RecordForm.Part: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "title": return self.title
    case "controls": return self.controls
    default: return nil
    }
  }
}

extension Control: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "id": return self.id
    case "name": return self.name
    case "label": return self.label
    case "hint": return self.hint
    case "faults": return self.faults
    case "isInvalid": return self.isInvalid
    case "isRequired": return self.isRequired
    case "described": return self.described
    case "lang": return self.lang
    case "value": return self.value
    case "words": return self.words
    case "line": return self.line
    case "prose": return self.prose
    case "choice": return self.choice
    case "flag": return self.flag
    case "list": return self.list
    case "rows": return self.rows
    default: return nil
    }
  }
}

extension Control.Line: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "mode": return self.mode
    case "type": return self.type
    case "isRule": return self.isRule
    case "reference": return self.reference
    case "picture": return self.picture
    case "map": return self.map
    default: return nil
    }
  }
}

extension Control.Choice: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "options": return self.options
    default: return nil
    }
  }
}

extension Control.Option: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "value": return self.value
    case "name": return self.name
    case "isSelected": return self.isSelected
    default: return nil
    }
  }
}

extension Control.Flag: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "isOn": return self.isOn
    default: return nil
    }
  }
}

extension Control.List: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "items": return self.items
    case "isOrdered": return self.isOrdered
    default: return nil
    }
  }
}

extension Control.Item: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "id": return self.id
    case "name": return self.name
    case "value": return self.value
    case "place": return self.place
    case "number": return self.number
    case "label": return self.label
    case "reference": return self.reference
    case "isOrdered": return self.isOrdered
    case "isInvalid": return self.isInvalid
    case "described": return self.described
    case "words": return self.words
    default: return nil
    }
  }
}

extension Control.Rows: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "rows": return self.rows
    default: return nil
    }
  }
}

extension Control.Row: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "title": return self.title
    case "place": return self.place
    case "name": return self.name
    case "controls": return self.controls
    case "isOrdered": return self.isOrdered
    case "words": return self.words
    default: return nil
    }
  }
}

extension ControlWords: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "must": return self.must
    case "add": return self.add
    case "remove": return self.remove
    case "up": return self.up
    case "down": return self.down
    case "nothing": return self.nothing
    default: return nil
    }
  }
}

extension PageBlock: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "id": return self.id
    case "title": return self.title
    case "isBare": return self.isBare
    case "isWarning": return self.isWarning
    case "lines": return self.lines
    case "linesLanguage": return self.linesLanguage.map { [$0.rawValue] } ?? []
    case "isHero": return self.isHero
    case "isQuiet": return self.isQuiet
    case "remarks": return self.remarks
    case "copyButtons": return self.copyButtons
    case "address": return self.address.map { [$0] } ?? []
    case "here": return self.here.map { [$0] } ?? []
    case "hasDays": return !self.days.isEmpty
    case "days": return self.days
    case "places": return self.places
    case "hasFeeds": return !self.feeds.isEmpty
    case "feeds": return self.feeds
    case "hasPicks": return !self.picks.isEmpty
    case "picks": return self.picks
    case "fold": return self.fold.map { [$0] } ?? []
    case "submit": return self.submit.map { [$0] } ?? []
    case "copies": return self.copies
    case "picture": return self.picture.map { [$0] } ?? []
    case "pictureLabel": return self.pictureLabel.map { [$0] } ?? []
    case "hasFacts": return !self.facts.isEmpty
    case "facts": return self.facts
    case "table": return self.table.map { [$0] } ?? []
    case "code": return self.code
    case "forms": return self.forms
    case "hasLinks": return !self.links.isEmpty
    case "showsSeen": return self.showsSeen
    case "hasChoices": return !self.choices.isEmpty
    case "choices": return self.choices
    case "hasReminders": return !self.reminders.isEmpty
    case "reminders": return self.reminders
    case "position": return self.position.map { [$0] } ?? []
    case "revision": return self.revision.map { [$0] } ?? []
    case "core": return self.core.map { [$0] } ?? []
    case "links": return self.links
    case "hasGuide": return !self.guide.isEmpty
    case "guide": return self.guide
    case "guideWords": return self.guideWords.map { [$0] } ?? []
    case "progress": return self.progress.map { [$0] } ?? []
    default: return nil
    }
  }
}

extension FeedCard: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": return self.name
    case "note": return self.note
    case "next": return self.next
    case "pick": return self.pick
    case "links": return self.links
    case "more": return self.more
    case "others": return self.others
    case "copied": return self.copied
    default: return nil
    }
  }
}

extension FeedCard.Next: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "iso": return self.iso
    case "text": return self.text
    default: return nil
    }
  }
}

extension PickBox: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "form": return self.form
    case "name": return self.name
    case "value": return self.value
    case "text": return self.text
    case "isChosen": return self.isChosen
    default: return nil
    }
  }
}

extension CopyText: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "text": return self.text
    case "button": return self.button
    case "done": return self.done
    case "heard": return self.heard
    default: return nil
    }
  }
}

extension PageLink: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "text": return self.text
    case "address": return self.address
    case "isButton": return self.isButton
    case "isMain": return self.isMain
    case "heard": return self.heard
    default: return nil
    }
  }
}

extension PageTable.Row: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "head": return self.head
    case "id": return self.id
    case "cells": return self.cells
    default: return nil
    }
  }
}

extension PageTable.Cell: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "label": return self.label
    case "text": return self.text
    case "address": return self.address
    case "note": return self.note
    case "isTag": return self.isTag
    case "isCode": return self.isCode
    case "isNumber": return self.isNumber
    default: return nil
    }
  }
}

extension Pick: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": return self.name
    case "value": return self.value
    case "title": return self.title
    case "note": return self.note
    case "names": return self.names
    case "isOn": return self.isOn
    default: return nil
    }
  }
}

extension OperationPage.Field: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": return self.name
    case "type": return self.type
    case "mark": return self.mark
    case "place": return self.place
    case "text": return self.text
    case "limits": return self.limits
    case "pattern": return self.pattern
    case "hasChoices": return !self.choices.isEmpty
    case "choices": return self.choices
    default: return nil
    }
  }
}

extension DocsPage.Operation: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": return self.name
    case "method": return self.method
    case "path": return self.path
    case "summary": return self.summary
    case "needsToken": return self.needsToken
    default: return nil
    }
  }
}

extension PickPage.Row: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "value": return self.value
    case "title": return self.title
    case "note": return self.note
    case "names": return self.names
    case "isOn": return self.isOn
    case "place": return self.place
    case "link": return self.link
    default: return nil
    }
  }
}
