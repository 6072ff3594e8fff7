package innkeeper.admin.page;

import innkeeper.admin.events.EventBody.Snapshot;
import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import innkeeper.api.settings.Settings;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page that the server writes: the state from which the scripts start, and the plain status.
 */
final class Page {

  private static final Logger LOG = LoggerFactory.getLogger(Page.class);

  private final Assets assets;
  private final StateSnapshot scene;
  private final ServiceSnapshot services;
  private final Settings settings;
  private final Supplier<LongFunction<String>> position;

  Page(
      Assets assets,
      StateSnapshot scene,
      ServiceSnapshot services,
      Settings settings,
      Supplier<LongFunction<String>> position) {
    this.position = position;
    this.assets = assets;
    this.scene = scene;
    this.services = services;
    this.settings = settings;
  }

  /**
   * Writes the page.
   *
   * @param project the id or name of the project in the plain status; "" for all projects
   * @param alert why the last request was refused; "" if it was not
   */
  void write(Html html, String project, String alert) {
    head(html);
    app(html);
    // The scripts remove this part. Until then only its header is visible, where theirs will be.
    html.raw("<div id=\"plain\"><header class=\"bar\"><h1>Innkeeper</h1><span class=\"machine\">")
        .text(settings.hostLabel())
        .raw("</span><nav class=\"places\"><a href=\"/\">Overview</a></nav></header>")
        .raw("<main class=\"plain\">");
    if (!alert.isEmpty()) {
      html.raw("<p class=\"alert\" role=\"alert\">").text(alert).raw("</p>");
    }
    new PlainStatus(html, services).write(project);
    html.raw("</main></div></body></html>\n");
  }

  /** Writes the element that the scripts fill, with the state from which they start. */
  private void app(Html html) {
    HealthReport health = ask(services.findHealth(), h -> h.report(Health.Level.FULL)).orElse(null);
    // The page's event stream starts at this position, so that it need not send this state again.
    LongFunction<String> at = position.get();
    Snapshot all = scene.all(services, health, false);
    String last =
        at.apply(all.audit().isEmpty() ? 0 : all.audit().get(all.audit().size() - 1).seq());
    html.raw("<div id=\"app\" data-host=\"")
        .text(settings.hostLabel())
        .raw("\" data-ssh=\"")
        .text(System.getProperty("user.name") + "@" + Settings.hostName())
        .raw("\" data-zone=\"")
        .text(ZoneId.systemDefault().getId())
        .raw("\" data-later=\"" + assets.named("later.js").path())
        .raw("\" data-last=\"")
        .text(last)
        .raw("\" data-known='")
        .json(new String(Json.bytes(all), StandardCharsets.UTF_8))
        .raw("'></div>");
  }

  private void head(Html html) {
    html.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw("<meta name=\"color-scheme\" content=\"dark light\"><title>")
        .text(settings.hostLabel() + " – Innkeeper")
        .raw("</title>")
        .raw("<link rel=\"stylesheet\" href=\"" + assets.named("app.css").path() + "\">")
        .raw("<link rel=\"icon\" type=\"image/svg+xml\"");
    for (String word : List.of("pass", "warn", "fail", "gone")) {
      html.raw(" data-" + word + "=\"" + assets.named(word + ".svg").path() + "\"");
    }
    html.raw(" href=\"" + assets.named("gone.svg").path() + "\">")
        .raw("<script src=\"" + assets.named("theme.js").path() + "\"></script>")
        .raw("<script src=\"" + assets.named("app.js").path() + "\" defer></script>")
        .raw("</head><body>");
  }

  /** Calls a service. Returns empty if it is away, or leaves during the call. */
  static <S, T> Optional<T> ask(Optional<S> service, Function<S, T> question) {
    try {
      return service.map(question);
    } catch (RuntimeException e) {
      LOG.debug("surface left while it was asked for the page", e);
      return Optional.empty();
    }
  }
}
