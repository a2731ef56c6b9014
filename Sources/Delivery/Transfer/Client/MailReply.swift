/// The last reply of a mail server, collected from its lines (RFC 5321, section 4.2): all but the last have a hyphen after the code.
struct MailReply {
  private(set) var code = 0
  private var lines: [String] = []
  private var isComplete = true

  mutating func append(_ line: some Collection<UInt8>) {
    let line = String(decoding: line, as: UTF8.self).filter { !$0.isNewline }
    // After a refusal libcurl sends QUIT; its reply (221) must not replace the refusal.
    guard line.utf8.count >= 3, let code = Int(line.prefix(3)), code != 221 else { return }
    if isComplete { lines = [] }
    self.code = code
    isComplete = line.dropFirst(3).first != "-"
    // Limits the memory for a long reply.
    if lines.count < 8 { lines.append(String(line.dropFirst(4).prefix(300))) }
  }

  /// Without the codes, the lines joined by a space.
  var text: String { lines.filter { !$0.isEmpty }.joined(separator: " ") }
}
