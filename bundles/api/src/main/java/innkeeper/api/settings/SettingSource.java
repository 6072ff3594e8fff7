package innkeeper.api.settings;

import innkeeper.api.json.JsonWord;
import java.util.Locale;

/** Where the value of a setting comes from. The first of these that has one wins. */
public enum SettingSource implements JsonWord {
  /** A variable of the host's environment. */
  ENVIRONMENT,
  /** DATA_DIR/conf/innkeeper.config. */
  DATA,
  /** The release's conf/innkeeper.config. */
  RELEASE,
  /** The table of settings. */
  DEFAULT;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
