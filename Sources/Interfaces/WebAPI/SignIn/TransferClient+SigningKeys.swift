package import Transfer

extension TransferClient.Configuration {
  /// For fetching the keys of `GoogleSignIn`: sign-ins wait for it, and the document has about 2 KB.
  package static var forSigningKeys: TransferClient.Configuration {
    var configuration = TransferClient.Configuration()
    configuration.connectTimeout = .seconds(5)
    configuration.timeout = .seconds(10)
    configuration.keptBodyBytes = KeyDocument.longestBytes
    configuration.largestBodyBytes = KeyDocument.longestBytes
    return configuration
  }
}
