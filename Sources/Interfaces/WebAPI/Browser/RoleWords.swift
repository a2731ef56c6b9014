import Folklore
import Records

/// What people call the roles.
enum RoleWords {
  static func name(of role: APIRole, _ language: Language) -> String {
    switch role {
    case .user: language.say("一般使用者", "一般用户", "member")
    case .reader: language.say("檢視者", "查看者", "reader")
    case .editor: language.say("編輯", "编辑", "editor")
    case .admin: language.say("管理員", "管理员", "administrator")
    }
  }
}
