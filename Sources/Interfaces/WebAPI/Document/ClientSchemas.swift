import JSON

/// Writes the schemas of a document in the form that generators of clients read.
///
/// A generator makes a type of each object that has a name. What has none gets one from its place (`getHealth200ResponseStore`), or is dropped;
/// `anyOf` beside `properties`, `not`, and a choice between an object and a text become types that nobody can fill, or take the schema and the
/// operation with them; a list without repetition becomes a set, which loses the order. So here
///
/// - each object is a component with a name, and the same object is one component;
/// - a member has one form: what else the server takes is said in a description;
/// - what fields say together is said in a description. The server checks it, and answers 422.
struct ClientSchemas {
  private var components: [JSON.Member]
  /// The names of the components that were made here of objects inside others.
  private var names: [JSON: String] = [:]

  /// The document, with its schemas so written.
  static func rewrite(_ document: JSON) -> JSON {
    let given = document["components"]["schemas"].members
    var writer = ClientSchemas(components: given)
    for (index, member) in given.enumerated() {
      writer.components[index] = JSON.Member(member.name, writer.component(member.value, member.name))
    }
    let paths = document["paths"].members.map { path in
      JSON.Member(path.name, .object(path.value.members.map { writer.operation($0) }))
    }
    return document.setting("paths", .object(paths))
      .setting("components", document["components"].setting("schemas", .object(writer.components)))
  }

  private init(components: [JSON.Member]) {
    self.components = components
  }

  // MARK: Operations

  private mutating func operation(_ member: JSON.Member) -> JSON.Member {
    var operation = member.value
    let name = (operation["operationId"].text ?? "").upperCamel
    if operation["requestBody"] != .null {
      operation = operation.setting("requestBody", content(of: operation["requestBody"], name + "Body"))
    }
    let responses = operation["responses"].members.map { response in
      JSON.Member(response.name, content(of: response.value, name + "Answer"))
    }
    return JSON.Member(member.name, operation.setting("responses", .object(responses)))
  }

  /// A request or an answer with its schemas written; a reference to one as it is.
  private mutating func content(of body: JSON, _ name: String) -> JSON {
    guard body["content"] != .null else { return body }
    let content = body["content"].members.map { type in
      JSON.Member(type.name, type.value.setting("schema", schema(type.value["schema"], name, isShared: false)))
    }
    return body.setting("content", .object(content))
  }

  // MARK: Schemas

  /// A schema as it stands in another; an object becomes a reference to a component.
  ///
  /// - Parameters:
  ///   - name: what the component is called.
  ///   - isShared: false for what is an operation's own, even if another's looks the same.
  private mutating func schema(_ schema: JSON, _ name: String, isShared: Bool = true) -> JSON {
    let plain = Self.plain(schema)
    let choices = plain["anyOf"].list
    if !choices.isEmpty {
      return plain.setting("anyOf", .list(choices.map { self.schema($0, name, isShared: isShared) }))
    }
    if plain["items"] != .null {
      return plain.setting("items", self.schema(plain["items"], name.singular, isShared: isShared))
    }
    // Of an object without members a generator makes no type.
    guard !plain["properties"].members.isEmpty else { return plain }
    let isNullable = plain["type"].list.contains("null")
    let object = component(plain.setting("type", "object"), name)
    let reference = JSON.schema(self.name(of: object, name, isShared: isShared))
    return isNullable ? ["anyOf": [reference, ["type": "null"]]] : reference
  }

  /// An object whose members are written.
  private mutating func component(_ schema: JSON, _ name: String) -> JSON {
    let plain = Self.plain(schema)
    guard plain["properties"] != .null else { return plain }
    let properties = plain["properties"].members.map { member in
      JSON.Member(member.name, self.schema(member.value, name + member.name.upperCamel))
    }
    return plain.setting("properties", .object(properties))
  }

  private mutating func name(of object: JSON, _ wanted: String, isShared: Bool) -> String {
    if isShared, let name = names[object] { return name }
    var name = wanted
    var count = 1
    while components.contains(where: { $0.name == name }) {
      count += 1
      name = "\(wanted)\(count)"
    }
    components.append(JSON.Member(name, object))
    if isShared { names[object] = name }
    return name
  }

  /// A schema with one form, which says nothing of members together.
  private static func plain(_ schema: JSON) -> JSON {
    let forms = schema["anyOf"].list
    let isNullable = forms.count == 2 && forms.contains(["type": "null"])
    if !forms.isEmpty, !isNullable, schema["properties"] == .null { return plain(forms[0]) }
    let dropped: Set<String> = ["allOf", "not", "oneOf", "uniqueItems"]
    return .object(
      schema.members.filter { !dropped.contains($0.name) && ($0.name != "anyOf" || isNullable) })
  }
}

extension String {
  /// `special_event` as `SpecialEvent`.
  fileprivate var upperCamel: String {
    split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// What one of a list is called: `EventDate` of `EventDates`.
  fileprivate var singular: String {
    if hasSuffix("ies") { return String(dropLast(3)) + "y" }
    return hasSuffix("s") ? String(dropLast()) : self
  }
}
