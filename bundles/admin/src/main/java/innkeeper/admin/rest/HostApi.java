package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Route;
import innkeeper.admin.openapi.OpenApiDocument;
import innkeeper.api.json.JsonForm;
import innkeeper.api.log.Redactor;
import innkeeper.api.settings.Setting;
import innkeeper.api.settings.SettingSource;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Surface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Serves GET /api/surfaces, /api/settings (the host's settings, read-only) and /api/openapi.json,
 * which is built from the route table at the first request.
 */
public final class HostApi {

  private final Settings settings;
  private final Supplier<List<Route>> table;
  private volatile byte[] document;

  public HostApi(Settings settings, Supplier<List<Route>> table) {
    this.settings = settings;
    this.table = table;
  }

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
              value = "null if it is not known.",
              oneOf = {"environment", "data", "release", "default"})
          Optional<String> source,
      @JsonForm(name = "default") String fallback,
      String allowed,
      @JsonForm("Whether a change takes effect without a restart.") boolean live,
      String about) {}

  public List<Route> routes() {
    return List.of(
        Route.get("/api/surfaces")
            .named("listSurfaces", "host", "Bundles that serve.")
            .tagged()
            .lists("By name.", Surface.class, x -> x.get(Surfaces.class).list()),
        Route.get("/api/settings")
            .named("listSettings", "host", "The host's settings, and where each value comes from.")
            .describes("Settings are changed in the environment or in conf/innkeeper.config.")
            .tagged()
            .returns("In the order of the table.", SettingList.class, this::settings),
        Route.get("/api/openapi.json")
            .named("getOpenApi", "host", "This document.")
            .answers(200, "OpenAPI 3.1.", Map.class)
            .tagged()
            .alone()
            .by(this::document));
  }

  private void document(Exchange exchange) throws IOException {
    if (document == null) {
      document = Json.bytes(OpenApiDocument.of(table.get()));
    }
    exchange.tagged(Exchange.JSON, document);
  }

  /** Returns all settings, without values that must not be shown. */
  private SettingList settings(Exchange exchange) {
    Optional<Redactor> redactor = exchange.services().find(Redactor.class);
    return new SettingList(
        SettingsTable.rows().stream()
            .map(
                row ->
                    new Shown(
                        row.name(),
                        value(row, redactor),
                        settings.source(row.name()).map(SettingSource::word),
                        row.fallback(),
                        row.allowed(),
                        row.live(),
                        row.about()))
            .toList());
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
