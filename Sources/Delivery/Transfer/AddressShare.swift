/// How many transfers may be under way to the address that a transfer connects to.
///
/// Many names can lead to one address, and only the connection shows to which. So the limit goes along with the task that sends a message, past
/// the channels, which need not know of it.
package struct AddressShare: Sendable {
  /// The share of the transfers that the task begins; nil where nobody limits them.
  @TaskLocal package static var current: AddressShare?

  let owner: ObjectIdentifier?
  package let limit: Int
  let known: String?
  package let connecting: @Sendable (String) -> Void

  /// - Parameters:
  ///   - owner: whose transfers are counted: workers that use one client have their own limits.
  ///   - limit: with so many others of the owner under way to the same network, the transfer is refused with `TransferError.addressBusy`.
  ///   - known: a network for which the sender has counted already: the transfer is not refused there.
  ///   - connecting: hears the network, also of a transfer that is refused. The client's thread calls it. A sender of several transfers says before
  ///     one of these to which host it goes.
  package init(
    owner: ObjectIdentifier? = nil, limit: Int, known: String? = nil,
    connecting: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.owner = owner
    self.limit = limit
    self.known = known
    self.connecting = connecting
  }
}
