import Dispatch
import Folklore
import JSON
import NIOCore
import Records
import Store
import Synchronization
import TestSupport
import Testing

@testable import WebAPI

@Suite("Events of chats", .timed)
struct ChatDeskTests {
  @Test("An event that is sent again is taken once")
  func redelivery() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    #expect(await caller.act(.text("訂閱 中秋節"), event: "e1") != nil)
    #expect(await caller.act(.text("取消 中秋節"), event: "e2") != nil)
    #expect(await caller.act(.text("訂閱 中秋節"), event: "e1") == nil)
    let user = try desk.store.record(.user, key: #require(try caller.chat).user)
    #expect(user["event_subscriptions"].list.isEmpty)
    // The same name on another service is another event.
    #expect(await ChatCaller(desk, "7", on: .telegram).act(.text("今天"), event: "e1") != nil)
  }

  @Test("A flood is told so once, and delays nobody else")
  func flood() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    var answers: [ChatReply] = []
    for _ in 0..<40 { if let reply = await caller.act(.text("說明")) { answers.append(reply) } }
    #expect(answers.filter { $0.title == "您可以這樣說" }.count == 20)
    #expect(answers.filter { $0.title.contains("訊息太多") }.count == 1)
    #expect(answers.count == 21)
    #expect(await ChatCaller(desk, "U2").act(.text("說明"))?.title == "您可以這樣說")
    // Blocking is noticed all the same.
    desk.clock.advance(seconds: 120)
    #expect(await caller.act(.text("說明"))?.title == "您可以這樣說")
  }

  @Test("Blocking switches the chat off and loses nothing; coming back, or writing, switches it on")
  func blocking() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    let greeting = try #require(await caller.act(.opened(code: nil)))
    #expect(greeting.title == "您好，這裡是民俗提醒。")
    #expect(greeting.links.first?.address.hasPrefix("https://days.example.org/chats/join?code=fcj_") == true)
    try await caller.say("訂閱 中秋節")
    #expect(await caller.act(.closed) == nil)
    let closed = try #require(try caller.chat)
    #expect(!closed.isActive)
    let back = try #require(await caller.act(.opened(code: nil)))
    #expect(back.title == "歡迎回來，您訂閱的日子都還在。" && back.lines == ["前一天 20:00 提醒您。"])
    #expect(try caller.chat?.isActive == true)
    #expect(try await caller.say("我的").text.contains("中秋節"))
    #expect(await caller.act(.closed) == nil)
    try await caller.say("今天")
    #expect(try caller.chat?.isActive == true)
    // The service knows of a block that we have missed.
    #expect(await caller.act(.opened(code: nil, isUnblocked: true))?.title == back.title)
    let stranger = ChatCaller(desk, "U3")
    #expect(await stranger.act(.opened(code: nil, isUnblocked: true))?.title == greeting.title)
    // Who only opens the chat twice is greeted as before.
    #expect(await stranger.act(.opened(code: nil))?.title == greeting.title)
    // Somebody of whom nothing is kept can block us too.
    let other = ChatCaller(desk, "U2")
    #expect(await other.act(.closed) == nil)
    #expect(try other.chat == nil)
  }

  @Test("Leaving removes the chat's own user, after a question")
  func leaving() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    try await caller.say("訂閱 中秋節")
    let user = try #require(try caller.chat).user
    let question = try await caller.say("離開")
    #expect(question.suggestions.first == "確定離開")
    #expect(try caller.chat != nil)
    #expect(try await caller.say("確定離開").title == "已刪除您的資料。")
    #expect(try caller.chat == nil)
    #expect(throws: RecordError.self) { try desk.store.record(.user, key: user) }
  }

  @Test("Events of one chat keep their order; those of others do not wait for them")
  func order() async throws {
    let turns = ChatTurns(atOnce: 2)
    let (told, signal) = (Said(), Gate())
    let first = Task {
      await turns.run("a") {
        await signal.wait(); told.add("a1")
      }
    }
    await eventually { await turns.isRunning("a") }
    let second = Task { await turns.run("a") { told.add("a2") } }
    await eventually { await turns.waitingCount == 1 }
    let third = Task { await turns.run("a") { told.add("a3") } }
    await eventually { await turns.waitingCount == 2 }
    await turns.run("b") { told.add("b1") }
    #expect(told.all == ["b1"])
    await signal.open()
    for task in [first, second, third] { await task.value }
    #expect(told.all == ["b1", "a1", "a2", "a3"])
  }

  private func eventually(_ isSo: () async -> Bool) async {
    while !(await isSo()) { await Task.yield() }
  }

  @Test("A chat's number and words are not in the log, not even after a fault")
  func secrets() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk, "Usecretnumber")
    try await caller.say("訂閱 中秋節")
    #expect(!desk.log.text.contains("Usecretnumber") && !desk.log.text.contains("中秋節"))
  }

  @Test("While the threads that read chats are busy, other requests are answered, and a chat waits")
  func readers() async throws {
    let desk = try await APIDesk()
    let gate = Blocked()
    let busy = (0..<System.coreCount).map { _ in Task(executorPreference: desk.service.readers) { gate.wait() } }
    let caller = ChatCaller(desk)
    async let reply = caller.act(.text("今天"))
    for _ in 0..<20 { #expect(try await desk.ask("GET", "/api/groups").status == 200) }
    #expect(await caller.desk.service.chatTurns.isRunning("line U1"))
    gate.open(busy.count)
    #expect(await reply?.title.hasPrefix("2025年4月17日") == true)
    for task in busy { await task.value }
  }
}

private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private final class Said: Sendable {
  private let list = Mutex<[String]>([])
  func add(_ text: String) { list.withLock { $0.append(text) } }
  var all: [String] { list.withLock { $0 } }
}

/// Holds threads, as a reader of a long text does.
private struct Blocked: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func wait() { semaphore.wait() }
  func open(_ count: Int) { for _ in 0..<count { semaphore.signal() } }
}
