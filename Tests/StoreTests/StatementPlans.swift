extension StatementPlanTests {
  /// What SQLite 3.40.1 plans: a name, and the lines of EXPLAIN QUERY PLAN. Those of older statements are of the texts before they were rewritten
  /// in commit 969bfde.
  static let plansBefore = """
    followers 1
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH es USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers 2
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH gi USING INDEX group_items_by_event (event_id=?)
      SEARCH g USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH gs USING INDEX sqlite_autoindex_user_group_subscriptions_1 (group_id=?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers 3
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH s USING AUTOMATIC PARTIAL COVERING INDEX (enable_all=?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers 4
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of some 1
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH es USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)
      USING INDEX sqlite_autoindex_plan_scope_1 FOR IN-OPERATOR
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      USING INDEX sqlite_autoindex_plan_scope_1 FOR IN-OPERATOR
      CORRELATED SCALAR SUBQUERY 3
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of some 2
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH gi USING INDEX group_items_by_event (event_id=?)
      SEARCH g USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH gs USING INDEX sqlite_autoindex_user_group_subscriptions_1 (group_id=? AND user_id=?)
      USING INDEX sqlite_autoindex_plan_scope_1 FOR IN-OPERATOR
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      USING INDEX sqlite_autoindex_plan_scope_1 FOR IN-OPERATOR
      CORRELATED SCALAR SUBQUERY 3
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of some 3
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      USING INDEX sqlite_autoindex_plan_scope_1 FOR IN-OPERATOR
      CORRELATED SCALAR SUBQUERY 3
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of some 4
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      USING INDEX sqlite_autoindex_plan_scope_1 FOR IN-OPERATOR
      CORRELATED SCALAR SUBQUERY 3
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of a range 1
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH es USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id>? AND user_id<?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of a range 2
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH gi USING INDEX group_items_by_event (event_id=?)
      SEARCH g USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH gs USING INDEX sqlite_autoindex_user_group_subscriptions_1 (group_id=? AND user_id>? AND user_id<?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of a range 3
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    followers of a range 4
      CO-ROUTINE p
      SCAN plan_due
      USE TEMP B-TREE FOR DISTINCT
      SCAN p
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 2
      SEARCH off USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)

    counts of a replan 1
      CO-ROUTINE few
      SEARCH notification_logs USING COVERING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=?)
      SCAN few

    counts of a replan 2
      CO-ROUTINE few
      SEARCH user_event_subscriptions USING COVERING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=?)
      SCAN few

    counts of a replan 3
      CO-ROUTINE few
      SEARCH user_group_subscriptions USING COVERING INDEX sqlite_autoindex_user_group_subscriptions_1 (group_id=?)
      SCAN few

    counts of a replan 4
      CO-ROUTINE few
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SCAN s USING COVERING INDEX notification_settings_by_profile
      SCAN few

    users of a replan 1
      CO-ROUTINE few
      SEARCH notification_settings USING INTEGER PRIMARY KEY (rowid>?)
      SCAN few

    users of a replan 2
      CO-ROUTINE few
      SEARCH events USING COVERING INDEX events_by_owner (owner_id>?)
      SCAN few

    unwanted of an event
      SEARCH notification_logs USING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=? AND kind=?)
      USING INDEX sqlite_autoindex_plan_days_1 FOR IN-OPERATOR
      CORRELATED SCALAR SUBQUERY 2
      SEARCH w USING PRIMARY KEY (occurrence_id=? AND kind=? AND user_id=?)

    unwanted of users
      SEARCH notification_logs USING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=? AND kind=?)
      USING INDEX sqlite_autoindex_plan_days_1 FOR IN-OPERATOR
      USING INDEX sqlite_autoindex_plan_scope_1 FOR IN-OPERATOR
      CORRELATED SCALAR SUBQUERY 3
      SEARCH w USING PRIMARY KEY (occurrence_id=? AND kind=? AND user_id=?)

    unwanted of a range
      SEARCH notification_logs USING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=? AND kind=? AND user_id>? AND user_id<?)
      USING INDEX sqlite_autoindex_plan_days_1 FOR IN-OPERATOR
      CORRELATED SCALAR SUBQUERY 2
      SEARCH w USING PRIMARY KEY (occurrence_id=? AND kind=? AND user_id=?)

    wanted
      SCAN d
      SEARCH f USING PRIMARY KEY (event_id=? AND profile_id=?)

    missing
      SCAN w
      CORRELATED SCALAR SUBQUERY 1
      SEARCH n USING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=? AND kind=? AND user_id=? AND day=?)
      USE TEMP B-TREE FOR ORDER BY

    days of one user
      COMPOUND QUERY
      LEFT-MOST SUBQUERY
      SEARCH es USING INDEX user_event_subscriptions_by_user (user_id=?)
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SCALAR SUBQUERY 6
      SEARCH notification_settings USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 7
      SEARCH x USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)
      SEARCH o USING INDEX sqlite_autoindex_event_occurrences_1 (event_id=? AND solar_date>? AND solar_date<?)
      UNION ALL
      SEARCH gs USING INDEX user_group_subscriptions_by_user (user_id=?)
      SEARCH g USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH gi USING COVERING INDEX sqlite_autoindex_group_items_1 (group_id=?)
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SCALAR SUBQUERY 6
      SEARCH notification_settings USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 7
      SEARCH x USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)
      SEARCH o USING INDEX sqlite_autoindex_event_occurrences_1 (event_id=? AND solar_date>? AND solar_date<?)
      UNION ALL
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH e USING INDEX events_by_moon (observance=?)
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SCALAR SUBQUERY 6
      SEARCH notification_settings USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 7
      SEARCH x USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)
      SEARCH o USING INDEX sqlite_autoindex_event_occurrences_1 (event_id=? AND solar_date>? AND solar_date<?)
      UNION ALL
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH e USING INDEX events_by_moon (observance=?)
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SCALAR SUBQUERY 6
      SEARCH notification_settings USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 7
      SEARCH x USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)
      SEARCH o USING INDEX sqlite_autoindex_event_occurrences_1 (event_id=? AND solar_date>? AND solar_date<?)
      UNION ALL
      SEARCH e USING COVERING INDEX events_by_owner (owner_id=?)
      SEARCH e USING INTEGER PRIMARY KEY (rowid=?)
      SCALAR SUBQUERY 6
      SEARCH notification_settings USING INTEGER PRIMARY KEY (rowid=?)
      CORRELATED SCALAR SUBQUERY 7
      SEARCH x USING INDEX sqlite_autoindex_user_event_subscriptions_1 (event_id=? AND user_id=?)
      SEARCH o USING INDEX sqlite_autoindex_event_occurrences_1 (event_id=? AND solar_date>? AND solar_date<?)

    insert
      SCAN d
      SEARCH f USING PRIMARY KEY (event_id=? AND profile_id=?)

    due, all channels
      SEARCH n USING INDEX notification_logs_due (<expr><?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH u USING INTEGER PRIMARY KEY (rowid=?)

    due at an instant, all channels
      SEARCH n USING INDEX notification_logs_due (<expr>=? AND user_id>?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH u USING INTEGER PRIMARY KEY (rowid=?)

    due later, all channels
      SEARCH n USING INDEX notification_logs_due (<expr>>? AND <expr><?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH u USING INTEGER PRIMARY KEY (rowid=?)

    next free, all channels
      SCAN n USING INDEX notification_logs_due

    next leased, all channels
      SEARCH n USING INDEX notification_logs_due (<expr><?)

    due, a channel
      SEARCH n USING INDEX notification_logs_due (<expr><?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH u USING INTEGER PRIMARY KEY (rowid=?)

    due at an instant, a channel
      SEARCH n USING INDEX notification_logs_due (<expr>=? AND user_id>?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH u USING INTEGER PRIMARY KEY (rowid=?)

    due later, a channel
      SEARCH n USING INDEX notification_logs_due (<expr>>? AND <expr><?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      SEARCH u USING INTEGER PRIMARY KEY (rowid=?)

    next free, a channel
      SCAN n USING INDEX notification_logs_due
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)

    next leased, a channel
      SEARCH n USING INDEX notification_logs_due (<expr><?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)

    due counts
      SEARCH n USING INDEX notification_logs_due (<expr><?)
      SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
      USE TEMP B-TREE FOR GROUP BY

    log of an event, count
      CO-ROUTINE few
      SEARCH o USING COVERING INDEX sqlite_autoindex_event_occurrences_1 (event_id=?)
      SEARCH n USING COVERING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=?)
      SCAN few

    log of a user
      CO-ROUTINE e
      COMPOUND QUERY
      LEFT-MOST SUBQUERY
      SCAN events USING INDEX events_shared
      UNION ALL
      SEARCH events USING COVERING INDEX events_by_owner (owner_id=?)
      SCAN e
      SEARCH o USING COVERING INDEX sqlite_autoindex_event_occurrences_1 (event_id=?)
      SEARCH n USING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=? AND kind=? AND user_id=?)
      USE TEMP B-TREE FOR ORDER BY

    failed
      SEARCH notification_logs USING INTEGER PRIMARY KEY (rowid=?)

    deferred
      SEARCH notification_logs USING INTEGER PRIMARY KEY (rowid=?)

    audit log
      SEARCH audit_log USING INTEGER PRIMARY KEY (rowid<?)
    """
}
