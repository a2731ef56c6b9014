import Folklore
import HTTPTypes
import JSON
import Records
import Store

/// A user's own data: `/api/user/…`.
enum UserEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/me", name: "getMe",
      summary: "Who the caller is: the user and the role in the back office. Pages ask with their cookie.", tag: .user,
      access: .user, schema: .schema("Me"), refusals: [.notFound], caching: .none
    ) { call in
      do {
        let user = try await call.user()
        return .json(user.profile.adding(["role": user["role"]]))
      } catch RecordError.noSuchRecord {
        throw Problem.userGone
      }
    },
    own(.get, "/api/user/profile", "getProfile", "The user's profile.", schema: .schema("Profile")) { call in
      .json(try await call.user().profile)
    },
    own(
      .put, "/api/user/profile", "changeProfile",
      "Changes the name, the language or the time zone; what is not given stays.",
      body: .schema("ProfileChange"), schema: .schema("Profile")
    ) { call in
      let body = try await call.object(["display_name", "locale", "time_zone"])
      try refuseNull(body, ["locale", "time_zone"])
      return .json(try await call.editUser { _ in body.members.map { Draft.Given($0.name, $0.value) } }.profile)
    },
    own(
      .delete, "/api/user/profile", "deleteAccount", "Deletes the user and all the user's data.",
      success: .noContent
    ) { call in
      let (user, change) = (try call.userUUID(), call.change)
      _ = try await call.write { try $0.remove(.user, key: user, change) }
      return .noContent
    },
    own(.get, "/api/user/settings", "getSettings", "When and how the user is reminded.", schema: .schema("Settings")) {
      call in
      .json(try await call.user().settingsJSON)
    },
    own(
      .put, "/api/user/settings", "changeSettings", "Changes settings; what is not given stays.",
      body: .schema("SettingsChange"), schema: .schema("Settings"), answer: changeSettings),
    own(
      .put, "/api/user/device-token", "registerDevice",
      "Registers a device for push messages, or switches one on or off; a device of another user becomes this user's. A user has \(Store.deviceLimit) at most: a further one replaces one that is switched off, otherwise the one registered longest ago.",
      body: .schema("DeviceChange"), schema: .list(of: .schema("Device")), answer: registerDevice),
    own(
      .get, "/api/user/device-token", "listDevices",
      "The user's devices, without their tokens; the last registered first.",
      schema: .list(of: .schema("RegisteredDevice"))
    ) { call in
      let user = try call.userUUID()
      return .json(.list(try await call.work { try $0.devices(of: user) }.map(\.json)))
    },
    own(
      .delete, "/api/user/device-token", "removeDevice",
      "Removes a device, named by its token in the body, or by its id in the body or the query.",
      parameters: [deviceID.declaration], body: .schema("DeviceName"), isBodyRequired: false, success: .noContent,
      answer: removeDevice),
    own(
      .get, "/api/user/group-subscriptions", "listGroupSubscriptions", "The groups that the user follows.",
      schema: .list(of: .schema("GroupSubscription"))
    ) { call in
      .json(SubscriptionKind.group.list(of: try await call.user(), call))
    },
    own(
      .put, "/api/user/group-subscriptions", "changeGroupSubscriptions",
      "Follows groups (enabled true), leaves them (false), or removes the entry (null); groups not named stay. A temple is followed as the group temple- and its key: temple-lukang-tianhou.",
      body: .schema("GroupSubscriptionChange"), schema: .list(of: .schema("GroupSubscription"))
    ) { call in
      try await SubscriptionKind.group.change(call)
    },
    own(
      .get, "/api/user/event-subscriptions", "listEventSubscriptions",
      "The events that the user follows or has switched off.", schema: .list(of: .schema("EventSubscription"))
    ) { call in
      .json(SubscriptionKind.event.list(of: try await call.user(), call))
    },
    own(
      .put, "/api/user/event-subscriptions", "changeEventSubscriptions",
      "Follows events (enabled true), switches them off even if a group brings them (false), or removes the entry (null).",
      body: .schema("EventSubscriptionChange"), schema: .list(of: .schema("EventSubscription"))
    ) { call in
      try await SubscriptionKind.event.change(call)
    },
  ]

  /// An endpoint for the user's own data, open to that user only.
  static func own(
    _ method: HTTPMethod, _ path: String, _ name: String, _ summary: String,
    parameters: [ParameterDeclaration] = [], body: JSON? = nil, isBodyRequired: Bool = true, success: HTTPStatus = .ok,
    schema: JSON? = nil,
    refusals: [HTTPStatus] = [], answer: @escaping @Sendable (Call) async throws -> Answer
  ) -> Endpoint {
    Endpoint(
      method: method, path: path, name: name, summary: summary, tag: .user, access: .user, parameters: parameters,
      body: body, isBodyRequired: isBodyRequired, success: success, schema: schema,
      refusals: refusals + [.notFound] + (body == nil ? [] : [.unprocessableContent]),
      caching: method == .get ? .ownChecked : .none
    ) { call in
      do {
        var answer = try await answer(call)
        if method == .get, answer.tag == nil {
          answer.tag = EntityTag(of: String(decoding: answer.body, as: UTF8.self))
        }
        return answer
      } catch RecordError.noSuchRecord(.user, _, _) {
        // An access token stays valid for some minutes after its user is deleted.
        throw Problem.userGone
      } catch let faults as RecordFaults {
        throw RecordFaults(faults.faults.map(\.ofMember))
      }
    }
  }

  private static func changeSettings(_ call: Call) async throws -> Answer {
    let body = try await call.body()
    guard case .object(let members) = body else { throw Problem.noObject }
    try refuseNull(body, ["time_zone"])
    let faults = Settings.faults(of: members.filter { $0.name != "time_zone" })
    guard faults.isEmpty else { throw RecordFaults(faults) }
    let user = try await call.editUser { user in
      var fields: [Draft.Given] = []
      var settings = user["settings"]
      for member in members {
        if member.name == "time_zone" {
          fields.append(Draft.Given("time_zone", member.value))
        } else {
          settings = settings.setting(member.name, member.value)
        }
      }
      try ChannelRule.check(settings, of: user)
      return fields + [Draft.Given("settings", settings)]
    }
    return .json(user.settingsJSON)
  }

  /// Rejects null, which the store would replace by a default.
  static func refuseNull(_ body: JSON, _ names: [String]) throws {
    for member in body.members where names.contains(member.name) && member.value == .null {
      throw Problem.isNull(member.name)
    }
  }

  private static func registerDevice(_ call: Call) async throws -> Answer {
    let body = try await call.object(["token", "platform", "is_active"])
    let isActive = body.members.first { $0.name == "is_active" }?.value ?? true
    let device: JSON = ["token": body["token"], "platform": body["platform"], "is_active": isActive]
    let (uuid, change) = (try call.userUUID(), call.change)
    let same = try await call.work { try $0.examine(device: device, of: uuid, change) }
    let user =
      if let same { same } else { try await call.write { try $0.register(device: device, of: uuid, change) } }
    return .json(user["devices"])
  }

  private static let deviceID = Parameter<String>(
    "id", "The device, as the list names it; needs no body then.",
    schema: ["type": "string", "pattern": "^[0-9a-f]{24}$"]
  ) { text throws(ParameterProblem) in
    guard text.utf8.count == 24, text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
      throw ParameterProblem(expected: "裝置的編號", "the id of a device")
    }
    return text
  }

  private static func removeDevice(_ call: Call) async throws -> Answer {
    let name: String
    if let id = try call[deviceID] {
      guard !call.hasBody else {
        throw Problem.field(
          "id", .conflictingValues, "已經寫在查詢字串裡：不要再送內容", "is in the query: send no body beside it",
          .unprocessableContent)
      }
      name = id
    } else {
      let body = try await call.object(["token", "id"])
      switch (body["token"], body["id"]) {
      case (.text(let token), .null): name = token
      case (.null, .text(let id)): name = id
      default:
        throw Problem.field(
          "token", .missingValue, "請寫裝置的權杖 token，或它的編號 id", "give the token of a device, or its id",
          .unprocessableContent)
      }
    }
    let (user, change) = (try call.userUUID(), call.change)
    let missing = Problem(
      .notFound, .noSuchRecord, "您沒有這個裝置；GET /api/user/device-token 列出全部",
      "you have no such device; GET /api/user/device-token lists them")
    guard try await call.work({ try $0.token(ofDevice: name, of: user) }) != nil else { throw missing }
    guard try await call.write({ try $0.removeDevice(name, of: user, change) }) else { throw missing }
    return .noContent
  }
}

extension Call {
  /// - Throws: `Problem` 401; the responder has checked before.
  func userUUID() throws -> String {
    guard let uuid = caller.userUUID else { throw Problem(.unauthorized, .signInNeeded, "請先登入", "sign in first") }
    return uuid
  }

  /// The signed-in user.
  ///
  /// - Throws: `RecordError.noSuchRecord` if the user was deleted.
  func user() async throws -> Record {
    let uuid = try userUUID()
    return try await work { try $0.record(.user, key: uuid) }
  }

  /// The same call with the date in the user's zone, unless the request names a zone.
  ///
  /// - Throws: `RecordError.noSuchRecord` if the user was deleted.
  func inOwnZone() async throws -> Call {
    guard query[CommonParameters.ownTimeZone.declaration.name] == nil else { return self }
    let uuid = try userUUID()
    let zone = try await work { try $0.timeZone(ofUser: uuid) }
    var call = self
    // An unknown zone must not hide data.
    if let clock = try? ZonedClock(identifier: zone) { call.clock = clock }
    return call
  }

  /// Changes fields of the signed-in user.
  ///
  /// - Returns: the changed user.
  func editUser(_ make: @escaping @Sendable (Record) throws -> [Draft.Given]) async throws -> Record {
    let (uuid, change) = (try userUUID(), change)
    @Sendable func draft(_ user: Record) throws -> Draft { Draft(fields: try make(user)) }
    // Faulty and empty changes need no write transaction.
    if let same = try await work({ try $0.examine(.user, key: uuid, change, draft) }) { return same }
    return try await write { try $0.edit(.user, key: uuid, change, draft).new }
  }
}

extension RecordFault {
  /// The fault with the field renamed to the member of the body.
  fileprivate var ofMember: RecordFault {
    guard let member, ["settings", "devices"].contains(field) else { return self }
    return RecordFault(place: place, field: member, problem: problem)
  }
}
