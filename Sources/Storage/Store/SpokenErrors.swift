public import Database
public import Folklore
public import Images

// The messages in Chinese and the codes of the errors of modules that do not know Folklore.

extension ImageFault: SpokenError {
  public var code: String {
    switch self {
    case .noImage: "not_an_image"
    case .tooManyPixels: "too_many_pixels"
    case .animated: "animated_image"
    case .broken: "broken_image"
    }
  }
}

extension DatabaseError: SpokenError {
  public var chinese: String { chineseFact + (isWithoutChange ? "；什麼都沒有改變" : "") }

  /// Reasons of SQLite, PostgreSQL and the operating system are in English.
  private var chineseFact: String {
    switch self {
    case .badURL(let url): "「\(url)」不是資料庫：請寫 sqlite:路徑 或 postgresql://使用者@主機/名稱"
    case .noDatabase(let path): "找不到資料庫 \(path)；請用 folkcal init --database sqlite:\(path) 建立"
    case .cannotOpen(let path, let reason): "無法開啟資料庫 \(path)：\(reason)"
    case .notADatabase(let path): "\(path) 不是 SQLite 資料庫"
    case .notOurs(let path): "\(path) 是 SQLite 資料庫，但不是 folkcal 的"
    case .newer(let path, let version, let ours):
      "\(path) 是較新的 folkcal 寫的（結構版本 \(version)，這個程式只認得 \(ours)）：請用那個版本的 folkcal"
    case .older(let path, let version, let oldest):
      "\(path) 是較舊的 folkcal 寫的（結構版本 \(version)，這個程式能讀 \(oldest) 以後的版本）：請用那個版本匯出（admin export），"
        + "再用這個版本執行 folkcal init 之後匯入（admin import）"
    case .damaged(let path, let reason):
      "資料庫 \(path) 損壞（\(reason)）：請用 folkcal admin restore 備份檔 還原。被強制結束的程式會把最後的修改留在 \(path)-wal："
        + "如果檔案是在沒有它的情況下複製或移動的，請先把它放回旁邊"
    case .busy(let path): "資料庫 \(path) 正由另一個程式使用，沒有及時結束；請再試一次"
    case .replaced(let path): "資料庫 \(path) 在使用中被移除或換掉：請重新啟動這個程式"
    case .readOnly(let path): "資料庫 \(path) 不能寫入：請檢查檔案和資料夾的權限"
    case .full(let path): "資料庫 \(path) 沒有剩餘的空間"
    case .constraint(let reason): "資料庫拒絕了一列資料：\(reason)"
    case .failed(let path, let reason): "資料庫 \(path) 失敗：\(reason)"
    case .unfinished(let error, let changed):
      "\(error.chineseFact)；工作只完成一部分：先前的修改已經保留（共 \(changed) 列），再執行一次同樣的指令就會做完"
    case .noBackup(let path): "沒有備份檔 \(path)"
    case .damagedBackup(let path, let reason): "備份 \(path) 損壞（\(reason)）：請用別的備份；什麼都沒有改變"
    case .badServerURL(let url, let reason):
      "「\(url)」不是資料庫：\(reason)；請寫 postgresql://使用者@主機:連接埠/名稱，用 socket 時寫 ?host=資料夾，或寫 ?service=名稱"
    case .unreachable(let place, let reason): "無法連到資料庫 \(place)：\(reason)"
    case .serverTooOld(let place, let version, let oldest):
      "\(place) 的伺服器是 PostgreSQL \(version)：需要 \(oldest) 以後的版本"
    case .emptyServerDatabase(let place): "資料庫 \(place) 是空的；請用 folkcal init 建立資料表"
    case .foreignTables(let place):
      "資料庫 \(place) 有其他程式的資料表：請給 folkcal 專用的資料庫，或用 search_path 指定專用的 schema；什麼都沒有改變"
    case .notAllowed(let place, let reason): "資料庫 \(place) 拒絕：\(reason)。管理員指南列出 folkcal 需要的權限"
    case .readOnlyServer(let place):
      "\(place) 的伺服器不接受修改，例如待命的伺服器：請寫主要的伺服器，或寫幾台主機並加 target_session_attrs=read-write"
    case .forgetfulPooler(let place):
      "\(place) 前面的連線池記不住預備陳述式：請在資料庫網址加上 prepared_statements=false，或使用 PgBouncer 1.21 以後的版本，並設定 max_prepared_statements 大於 0"
    case .noFileToCopy(let place): "\(place) 不是檔案：請用 pg_dump 和 pg_restore 備份與還原"
    case .fileExists(let path): "\(path) 已經存在：請用別的名稱，或用 --force 取代"
    }
  }

  public var code: String {
    switch self {
    case .badURL: "bad_database_url"
    case .noDatabase: "no_database"
    case .cannotOpen: "database_cannot_be_opened"
    case .notADatabase: "not_a_database"
    case .notOurs: "foreign_database"
    case .newer: "database_newer"
    case .older: "database_older"
    case .damaged: "database_damaged"
    case .busy: "database_busy"
    case .replaced: "database_replaced"
    case .readOnly: "database_read_only"
    case .full: "database_full"
    case .constraint: "database_constraint"
    case .failed: "database_failed"
    case .unfinished: "database_unfinished"
    case .fileExists: "file_exists"
    case .noBackup: "no_backup"
    case .damagedBackup: "backup_damaged"
    case .badServerURL: "bad_server_url"
    case .unreachable: "database_unreachable"
    case .serverTooOld: "database_server_too_old"
    case .emptyServerDatabase: "database_empty"
    case .foreignTables: "foreign_tables"
    case .notAllowed: "database_not_allowed"
    case .readOnlyServer: "database_server_read_only"
    case .forgetfulPooler: "pooler_forgets_statements"
    case .noFileToCopy: "no_file_to_copy"
    }
  }
}
