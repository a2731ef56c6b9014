internal import Database

extension Migration {
  /// What an operator keeps from being sent (`DeliveryHold`).
  static let holds = Migration(
    number: 25,
    statements: """
      CREATE TABLE delivery_holds (
        {id},
        channel TEXT,
        due_before BIGINT,
        actor TEXT NOT NULL,
        began_at BIGINT NOT NULL,
        ended_at BIGINT
      );
      """)
}
