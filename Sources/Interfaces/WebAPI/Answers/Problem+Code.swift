extension Problem {
  /// A short name of a problem that never changes: programs tell problems apart by it. Errors of other modules bring codes of their own.
  enum Code: String, CaseIterable, Sendable {
    // The request as a whole.
    case malformedRequest = "malformed_request"
    case headerTooLarge = "header_too_large"
    case unknownTransferCoding = "unknown_transfer_coding"
    case unknownPath = "unknown_path"
    case methodNotAllowed = "method_not_allowed"
    case tooManyRequests = "too_many_requests"
    case changedSinceRead = "changed_since_read"
    // Parameters and bodies.
    case malformedQuery = "malformed_query"
    case unknownParameter = "unknown_parameter"
    case unsupportedBody = "unsupported_body"
    case bodyTooLarge = "body_too_large"
    case malformedBody = "malformed_body"
    case unknownMember = "unknown_member"
    case missingValue = "missing_value"
    case invalidValue = "invalid_value"
    case repeatedValue = "repeated_value"
    case conflictingValues = "conflicting_values"
    case tooManyValues = "too_many_values"
    case unknownCursor = "unknown_cursor"
    // Dates and records.
    case invalidDate = "invalid_date"
    case noSuchRecord = "no_such_record"
    case recordInUse = "record_in_use"
    case invalidRecord = "invalid_record"
    case unreadableRecord = "unreadable_record"
    case conflict
    // Callers.
    case signInNeeded = "sign_in_needed"
    case invalidToken = "invalid_token"
    case roleNeeded = "role_needed"
    case userGone = "user_gone"
    case foreignPage = "foreign_page"
    case signInRefused = "sign_in_refused"
    case linkOver = "link_over"
    // The server.
    case notConfigured = "not_configured"
    case channelUnusable = "channel_unusable"
    case databaseBusy = "database_busy"
    case databaseFull = "database_full"
    case databaseReadOnly = "database_read_only"
    case databaseUnavailable = "database_unavailable"
    case keysUnreachable = "keys_unreachable"
    case internalError = "internal_error"
  }
}

extension Problem.Code {
  /// When the code is sent, for the document.
  var meaning: String {
    switch self {
    case .malformedRequest: "no request of HTTP/1.1"
    case .headerTooLarge: "the target and the headers are too long"
    case .unknownTransferCoding: "another Transfer-Encoding than chunked"
    case .unknownPath: "nothing is at this path"
    case .methodNotAllowed: "the path has other methods, which the Allow header names"
    case .tooManyRequests: "ask again after the seconds in Retry-After"
    case .changedSinceRead: "If-Match names an older state"
    case .malformedQuery: "the query is not percent-encoded UTF-8"
    case .unknownParameter: "the operation has no such parameter"
    case .unsupportedBody: "the body has another type or coding"
    case .bodyTooLarge: "the body is longer than the server accepts"
    case .malformedBody: "the body is empty, no JSON, or no object"
    case .unknownMember: "the body has no such member"
    case .missingValue: "a required parameter or member is missing"
    case .invalidValue: "a value has another form or range"
    case .repeatedValue: "a parameter is given twice"
    case .conflictingValues: "two values do not go together"
    case .tooManyValues: "more values than one request may have"
    case .unknownCursor: "no page begins at this cursor"
    case .invalidDate: "there is no such date"
    case .noSuchRecord: "a named record does not exist"
    case .recordInUse: "other records refer to the record"
    case .invalidRecord: "fields of the record are invalid; errors names each"
    case .unreadableRecord: "a stored record cannot be read"
    case .conflict: "it does not fit what is stored"
    case .signInNeeded: "sign in, or send a token"
    case .invalidToken: "the token is unknown or has expired"
    case .roleNeeded: "the token has not the right for this"
    case .userGone: "the user was deleted"
    case .foreignPage: "a page of another site sent the request with a cookie"
    case .signInRefused: "the ID token was not accepted"
    case .linkOver: "the sign-in link was used or has expired"
    case .notConfigured: "the operator has not set this up"
    case .channelUnusable: "the user's channel does not send"
    case .databaseBusy: "another program uses the database; try again"
    case .databaseFull: "no space is left"
    case .databaseReadOnly: "the database may not be written"
    case .databaseUnavailable: "the database does not answer"
    case .keysUnreachable: "Google's keys cannot be fetched"
    case .internalError: "a fault of the server"
    }
  }
}
