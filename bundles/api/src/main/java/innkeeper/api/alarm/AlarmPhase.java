package innkeeper.api.alarm;

import innkeeper.api.json.JsonWord;

/** The reason for an alarm. */
public enum AlarmPhase implements JsonWord {
  /** An incident began and still lasts. */
  OPENED,
  /** The incident still lasts, and no person has acknowledged it (ALARM_REMIND_HOURS). */
  REMINDER,
  /** The incident ended. */
  CLOSED,
  /** A person asked for a test. */
  TEST;
}
