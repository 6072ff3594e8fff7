package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.log.Redactor;
import innkeeper.api.settings.Setting;
import innkeeper.api.settings.SettingSource;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** GET /api/settings: the host's settings, to read. */
public final class SettingsApi {

  /** A command of the operator's: it may hold a credential. */
  private static final String COMMAND = "BACKUP_HOOK";

  private final Settings settings;

  public SettingsApi(Settings settings) {
    this.settings = settings;
  }

  /** The body of the answer. */
  record SettingList(List<Shown> settings) {}

  /** One setting, as it is in force. */
  @JsonForm(name = "Setting")
  public record Shown(
      String name,
      @JsonForm(
              value =
                  "Redacted. A path is relative to the home directory. null where it cannot be"
                      + " redacted now.",
              empty = Empty.NULL)
          Optional<String> value,
      @JsonForm(
              value = "null if the host cannot tell.",
              empty = Empty.NULL,
              oneOf = {"environment", "data", "release", "default"})
          Optional<String> source,
      @JsonForm(name = "default") String fallback,
      String allowed,
      @JsonForm("Whether a change takes effect without a restart.") boolean live,
      String about) {}

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/settings",
            this::list,
            new Operation("listSettings", "host", "The host's settings, and whence they come.")
                .describes("Settings are changed in the environment or in conf/innkeeper.config.")
                .answers(Answer.json(200, "In the order of the table.", SettingList.class))
                .tagged()));
  }

  private void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(new SettingList(all(exchange.services())));
  }

  /** All settings, without values that must not be shown. */
  public List<Shown> all(ServiceSnapshot services) {
    return SettingsTable.rows().stream()
        .map(
            row ->
                new Shown(
                    row.name(),
                    value(row, services.findRedactor()),
                    settings.source(row.name()).map(SettingSource::word),
                    row.fallback(),
                    row.allowed(),
                    row.live(),
                    row.about()))
        .toList();
  }

  private Optional<String> value(Setting row, Optional<Redactor> redactor) {
    if (row.name().equals("DATA_DIR")) {
      return Optional.of(relative(settings.dataDir()));
    }
    String value = settings.get(row.name());
    if (row.name().equals("ADMIN_SOCKET") && !value.isEmpty()) {
      return Optional.of(relative(Path.of(value)));
    }
    if (!row.name().equals(COMMAND) || value.isEmpty()) {
      return Optional.of(value);
    }
    return redactor.map(r -> r.redact(value));
  }

  /** Never an absolute path: below the home directory, else its last name. */
  private static String relative(Path path) {
    Path home = Path.of(System.getProperty("user.home", "/"));
    return path.startsWith(home) && home.getNameCount() > 0
        ? "~/" + home.relativize(path)
        : "…/" + path.getFileName();
  }
}
