public import Folklore
public import Transfer

extension TransferError: SpokenError {
  /// Reasons of libcurl and of other servers are in English.
  public var chinese: String {
    switch self {
    case .badURL(let problem), .badRequest(let problem), .libraryMissing(let problem): problem
    case .couldNotResolve(let host): "\(host) 沒有位址：名稱寫錯了，或名稱伺服器沒有回應"
    case .couldNotConnect(let host, let problem): "無法連到 \(host)：\(problem)"
    case .refusedAddress(let host, let address): "\(host) 在 \(address)，不是公開的位址：不連到私人網路"
    case .addressBusy(let host, let address): "\(host) 在 \(address)，有很多訊息正在送往這個位址"
    case .timedOut(let host, let seconds): "\(host) 在 \((seconds * 10).rounded() / 10) 秒內沒有回應"
    case .tls(let host, let problem): "無法和 \(host) 建立安全連線：\(problem)"
    case .connectionLost(let host, let problem): "\(host) 中斷了連線：\(problem)"
    case .notUnderstood(let host, let problem): "看不懂 \(host) 的回應：\(problem)"
    case .tooLarge(let host, let head, let limit):
      "\(host) 回應 \(head.status)，內容超過 \(limit) 個位元組：其餘沒有讀取"
    case .cutOff(let host, let head, let problem): "\(host) 回應 \(head.status) 之後中斷：\(problem)"
    case .mailServerRefused(let host, let code, let reply):
      "\(host) 拒絕連線，代碼 \(code)" + (reply.isEmpty ? "" : "：\(reply)")
    case .mailRefused(let host, let code, let reply):
      "\(host) 拒收郵件，代碼 \(code)" + (reply.isEmpty ? "" : "：\(reply)")
    case .cancelled: "還沒結束就停止了"
    case .closed: "連線程式已經關閉"
    case .other(let host, let problem): "\(host)：\(problem)"
    }
  }

  public var code: String {
    switch self {
    case .badURL: "bad_transfer_url"
    case .badRequest: "bad_transfer_request"
    case .libraryMissing: "transfer_library_missing"
    case .couldNotResolve: "host_not_resolved"
    case .couldNotConnect: "host_not_connected"
    case .refusedAddress: "private_address"
    case .addressBusy: "address_busy"
    case .timedOut: "timed_out"
    case .tls: "no_secure_connection"
    case .connectionLost: "connection_lost"
    case .notUnderstood: "answer_not_understood"
    case .tooLarge: "answer_too_large"
    case .cutOff: "answer_cut_off"
    case .mailServerRefused: "mail_server_refused"
    case .mailRefused: "mail_refused"
    case .cancelled: "cancelled"
    case .closed: "client_closed"
    case .other: "transfer_failed"
    }
  }
}
