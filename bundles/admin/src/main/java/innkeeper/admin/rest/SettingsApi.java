package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.json.JsonForm;
import innkeeper.api.log.Redactor;
import innkeeper.api.settings.Setting;
import innkeeper.api.settings.SettingSource;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Serves GET /api/settings: the host's settings, read-only. */
public final class SettingsApi {

  private final Settings settings;

  public SettingsApi(Settings settings) {
    this.settings = settings;
  }

  /** The body of the answer. */
  record SettingList(List<Shown> settings) {}

  /** A setting with the value in force. */
  @JsonForm(name = "Setting")
  record Shown(
      String name,
      @JsonForm(
              "Redacted. A path is relative to the home directory. null where it cannot be"
                  + " redacted now.")
          Optional<String> value,
      @JsonForm(
              value = "null if the host cannot tell.",
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
            new Operation(
                    "listSettings", "host", "The host's settings, and where each value comes from.")
                .describes("Settings are changed in the environment or in conf/innkeeper.config.")
                .answers(Answer.json(200, "In the order of the table.", SettingList.class))
                .tagged()));
  }

  private void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(new SettingList(all(exchange.services())));
  }

  /** Returns all settings, without values that must not be shown. */
  private List<Shown> all(ServiceSnapshot services) {
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
    if (value.startsWith("/")) {
      return Optional.of(relative(Path.of(value)));
    }
    // A setting without a default is free text: a command or an address that may hold a credential.
    return row.fallback().isEmpty() && !value.isEmpty()
        ? redactor.map(r -> r.redact(value))
        : Optional.of(value);
  }

  /**
   * Returns a path without absolute parts: relative to the home directory, or only its last name.
   */
  private static String relative(Path path) {
    Path home = Path.of(System.getProperty("user.home", "/"));
    return path.startsWith(home) && home.getNameCount() > 0
        ? "~/" + home.relativize(path)
        : "…/" + path.getFileName();
  }
}
