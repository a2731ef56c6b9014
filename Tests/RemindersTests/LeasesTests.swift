import TestSupport
import Testing

@testable import Reminders

@Suite("Leases", .timed)
struct LeasesTests {
  @Test("A lease is held until it ends, is lost or is acknowledged")
  func life() {
    var leases = Leases()
    #expect(leases.take(1, until: 60) == .new && leases.take(2, until: 60) == .new)
    #expect(leases.isHeld(1, at: 59) && !leases.isHeld(1, at: 60) && !leases.isHeld(3, at: 0))
    #expect(leases.renewable(at: 30) == [1: 60, 2: 60] && leases.renewable(at: 60).isEmpty)
    leases.renew([1: 60, 2: 60], kept: [1], until: 90)
    #expect(leases.isHeld(1, at: 60) && !leases.isHeld(2, at: 0))
    leases.beginAcknowledging(1)
    leases.lose([1])
    #expect(!leases.isHeld(1, at: 0))
    #expect(leases.endAcknowledging(1) == false && leases.endAcknowledging(2) == false && leases.isEmpty)
  }

  @Test("A renewal started before a new claim does not change the new lease")
  func lateRenewal() {
    var leases = Leases()
    _ = leases.take(1, until: 60)
    #expect(leases.take(1, until: 120) == .known)
    leases.renew([1: 60], kept: [], until: 90)
    #expect(leases.isHeld(1, at: 100))
  }

  @Test("A claim of a reminder that is being acknowledged is known and reported when that is done")
  func claimedAgain() {
    var leases = Leases()
    _ = leases.take(1, until: 60)
    leases.beginAcknowledging(1)
    leases.beginClaim()
    #expect(leases.take(1, until: 120) == .known && !leases.isHeld(1, at: 0))
    leases.endClaim()
    #expect(leases.endAcknowledging(1) && leases.isEmpty)
  }

  @Test("A claim that may be older than an acknowledgement is given back")
  func acknowledgedMeanwhile() {
    var leases = Leases()
    _ = leases.take(1, until: 60)
    leases.beginAcknowledging(1)
    leases.beginClaim()
    #expect(leases.endAcknowledging(1) == false)
    #expect(leases.take(1, until: 120) == .acknowledgedMeanwhile)
    leases.giveBack(1)
    leases.endClaim()
    #expect(!leases.isHeld(1, at: 0) && !leases.isEmpty)
    #expect(leases.take(2, until: 120) == .new)
  }
}
