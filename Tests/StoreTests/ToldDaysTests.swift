import Lunisolar
import TestSupport
import Testing

@testable import Store

@Suite("What a user was told of an event's days", .timed)
struct ToldDaysTests {
  private static func day(_ number: Int) -> SolarDate { SolarDate(uncheckedYear: 2026, month: 4, day: number) }

  private func told(_ day: Int, at second: Int?, leasedUntil: Int? = nil) -> ToldDays.Entry {
    .init(day: Self.day(day), isCorrection: false, sentAt: second, leasedUntil: leasedUntil)
  }

  private func corrected(_ day: Int, to new: Int?, at second: Int?, isQueued: Bool = false) -> ToldDays.Entry {
    .init(
      day: Self.day(day), isCorrection: true, newDay: new.map(Self.day), tellsNone: new == nil && second != nil,
      isQueued: isQueued, sentAt: second)
  }

  private func verdict(_ day: Int, _ entries: [ToldDays.Entry], now days: Int..., at now: Int = 100) -> ToldDays.Verdict
  {
    ToldDays(entries: entries, current: Set(days.map(Self.day))).verdict(on: Self.day(day), now: now)
  }

  @Test("A day that was told and has moved is corrected once, and again if it was told again")
  func moved() {
    let told12 = told(12, at: 10)
    #expect(verdict(12, [told12], now: 14) == .send(toldAt: 10))
    #expect(verdict(12, [told12], now: 12) == .drop)
    #expect(verdict(12, [told(12, at: nil)], now: 14) == .drop)
    let first = [told12, corrected(12, to: 14, at: 20)]
    #expect(verdict(12, first, now: 14) == .drop && verdict(14, first, now: 16) == .send(toldAt: 20))
    let back = first + [corrected(14, to: 12, at: 30)]
    #expect(verdict(14, back, now: 14) == .drop && verdict(12, back, now: 14) == .send(toldAt: 30))
  }

  @Test("A correction waits while its day is being told, and for the second after it was told")
  func waits() {
    #expect(verdict(12, [told(12, at: nil, leasedUntil: 150)], now: 14) == .wait(until: 150))
    #expect(verdict(12, [told(12, at: 100)], now: 14) == .wait(until: 101))
    let coming = ToldDays.Entry(day: Self.day(10), isCorrection: true, comingDay: Self.day(12), leasedUntil: 150)
    #expect(verdict(12, [told(12, at: 10), coming], now: 14) == .wait(until: 150))
    #expect(verdict(10, [told(10, at: 10), coming], now: 14) == .send(toldAt: 10))
  }

  @Test("Two wrong days that lead to one new day are corrected once, the one that was told last")
  func two() {
    let entries = [
      told(12, at: 10), corrected(12, to: nil, at: nil, isQueued: true), told(14, at: 20),
      corrected(14, to: nil, at: nil, isQueued: true),
    ]
    #expect(verdict(12, entries, now: 16) == .drop && verdict(14, entries, now: 16) == .send(toldAt: 20))
    // Two days of one year that move apart are two corrections.
    #expect(verdict(12, entries, now: 11, 16) == .send(toldAt: 10))
    #expect(verdict(14, entries, now: 11, 16) == .send(toldAt: 20))
  }

  @Test("Who was told that no day is announced is told the next, but not after a reminder of it")
  func unannounced() {
    let none = [told(12, at: 10), corrected(12, to: nil, at: 20)]
    #expect(verdict(12, none) == .drop)
    #expect(verdict(12, none, now: 14) == .send(toldAt: 20) && verdict(12, none, now: 12) == .send(toldAt: 20))
    #expect(verdict(12, none + [told(14, at: 30)], now: 14) == .drop)
  }
}
