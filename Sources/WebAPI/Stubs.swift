import Store

extension Entity { func jsonSchema(forWriting: Bool, without: Set<String> = []) -> FieldValue { nil } }
