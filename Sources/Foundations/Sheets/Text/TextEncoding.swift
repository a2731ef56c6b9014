/// The character encoding of a text file.
public enum TextEncoding: String, Hashable, Sendable {
  case utf8 = "UTF-8"
  case big5 = "Big5"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
}
