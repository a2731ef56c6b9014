/// Our LINE Official Account.
package struct LineAccess: Sendable {}
