package innkeeper.api.alarm;

import innkeeper.api.json.JsonWord;
import java.util.Locale;

/** Why an alarm is sent. */
public enum AlarmPhase implements JsonWord {
  /** Something went wrong and lasts. */
  OPENED,
  /** It still lasts, and nobody has acknowledged it (ALARM_REMIND_HOURS). */
  REMINDER,
  /** It is over. */
  CLOSED,
  /** Somebody asked for a test. */
  TEST;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
