package innkeeper.api.settings;

import java.util.Locale;

/**
 * Where the value of a setting comes from. The first of these that has one wins.
 *
 * @since 1.1
 */
public enum SettingSource {
  /** A variable of the host's environment. */
  ENVIRONMENT,
  /** DATA_DIR/conf/innkeeper.config. */
  DATA,
  /** The release's conf/innkeeper.config. */
  RELEASE,
  /** The table of settings. */
  DEFAULT;

  /**
   * The source in lower case, as page and API show it.
   *
   * @return {@code environment}, {@code data}, {@code release} or {@code default}
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
