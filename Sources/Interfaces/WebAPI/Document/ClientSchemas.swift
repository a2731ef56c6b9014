import JSON

/// Rewrites the document's schemas for client generators.
///
/// Generators make a type of each named object. An unnamed object gets a name from its place (`getHealth200ResponseStore`) or is dropped;
/// `anyOf` beside `properties`, `not`, and choices between object and text give unusable types; a set loses the order. So here
///
/// - each object is a named component, and equal objects share one;
/// - a member has one form; other accepted forms are in the description;
/// - rules between fields are in the description. The server checks them and answers 422.
struct ClientSchemas {
  private var components: [JSON.Member]
  /// The names of components made from inner objects.
  private var names: [JSON: String] = [:]

  /// The rewritten document.
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

  /// A request or answer with rewritten schemas; references stay.
  private mutating func content(of body: JSON, _ name: String) -> JSON {
    guard body["content"] != .null else { return body }
    let content = body["content"].members.map { type in
      JSON.Member(type.name, type.value.setting("schema", schema(type.value["schema"], name, isShared: false)))
    }
    return body.setting("content", .object(content))
  }

  // MARK: Schemas

  /// An inner schema; an object becomes a reference to a component.
  ///
  /// - Parameters:
  /// - name: the name of the component.
  /// - isShared: false if the component belongs to one operation, even if another's is equal.
  private mutating func schema(_ schema: JSON, _ name: String, isShared: Bool = true) -> JSON {
    let plain = Self.plain(schema)
    let choices = plain["anyOf"].list
    if !choices.isEmpty {
      return plain.setting("anyOf", .list(choices.map { self.schema($0, name, isShared: isShared) }))
    }
    if plain["items"] != .null {
      return plain.setting("items", self.schema(plain["items"], name.singular, isShared: isShared))
    }
    // Generators make no type of an object without members.
    guard !plain["properties"].members.isEmpty else { return plain }
    let isNullable = plain["type"].list.contains("null")
    let object = component(plain.setting("type", "object"), name)
    let reference = JSON.schema(self.name(of: object, name, isShared: isShared))
    return isNullable ? ["anyOf": [reference, ["type": "null"]]] : reference
  }

  /// An object with rewritten members.
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
    while let other = components.first(where: { $0.name == name }) {
      // Several statuses of one operation have one answer.
      if other.value == object { return name }
      count += 1
      name = "\(wanted)\(count)"
    }
    components.append(JSON.Member(name, object))
    if isShared { names[object] = name }
    return name
  }

  /// A schema with one form and without rules between members.
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

  /// The singular of a list's name: `EventDate` of `EventDates`.
  fileprivate var singular: String {
    if hasSuffix("ies") { return String(dropLast(3)) + "y" }
    return hasSuffix("s") ? String(dropLast()) : self
  }
}
