package innkeeper.api.settings;

import java.util.Locale;

/**
 * The source of a setting's value. The first source in this order that has a value wins.
 *
 * @since 1.1
 */
public enum SettingSource {
  /** A variable of the host's environment. */
  ENVIRONMENT,
  /** The file DATA_DIR/conf/innkeeper.config. */
  DATA,
  /** The file conf/innkeeper.config of the release. */
  RELEASE,
  /** The default in the table of settings. */
  DEFAULT;

  /**
   * Returns the source in lower case, for page and API.
   *
   * @return {@code environment}, {@code data}, {@code release} or {@code default}
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
