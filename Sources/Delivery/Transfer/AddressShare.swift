package import Addresses

/// How many transfers may be under way to the address that a transfer connects to.
///
/// Many names can lead to one address, and only the connection shows to which. So the limit goes along with the task that sends a message, past
/// the channels, which need not know of it.
package struct AddressShare: Sendable {
  /// The share of the transfers that the task begins; nil where nobody limits them.
  @TaskLocal package static var current: AddressShare?

  let limit: Int
  let connecting: @Sendable (InternetAddress) -> Void

  /// - Parameters:
  ///   - limit: with so many others under way to the same network, the transfer is refused with `TransferError.addressBusy`.
  ///   - connecting: hears the network, also of a transfer that is refused. The client's thread calls it.
  package init(limit: Int, connecting: @escaping @Sendable (InternetAddress) -> Void = { _ in }) {
    self.limit = limit
    self.connecting = connecting
  }
}
