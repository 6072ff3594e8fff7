package innkeeper.api.health;

import innkeeper.api.json.IsoTime;
import java.time.Instant;

/** The form of a point in time in all JSON of the host. */
public final class Times {

  private Times() {}

  /**
   * Returns the same text as {@link IsoTime#text}.
   *
   * @param instant any time; fractions of a millisecond are cut off
   * @return 24 characters for the years 0–9999
   */
  public static String iso(Instant instant) {
    return IsoTime.text(instant);
  }
}
