package innkeeper.admin.page;

import innkeeper.admin.events.EventBody.Snapshot;
import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Gzip;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.ActionsApi;
import innkeeper.admin.rest.ActionsApi.Action;
import innkeeper.api.health.Health;
import innkeeper.api.health.Health.Level;
import innkeeper.api.health.HealthReport;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.zip.Deflater;

/**
 * Serves the page, its files, and the POST requests of its plain forms, which redirect to the page.
 * The page's scripts use the API instead.
 */
public final class PageApi {

  private static final int LEVEL = Deflater.DEFAULT_COMPRESSION;

  private final Assets assets;
  private final Settings settings;
  private final StateSnapshot scene;
  private final Supplier<LongFunction<String>> position;

  /**
   * @param position returns the current position of the event stream, as a function that makes its
   *     id from the number of an audit entry
   */
  public PageApi(
      Assets assets, Clock clock, Settings settings, Supplier<LongFunction<String>> position) {
    this.assets = assets;
    this.position = position;
    this.settings = settings;
    this.scene = new StateSnapshot(clock);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/").by(x -> show(x, 200, x.query().text("p").orElse(""), "")),
        Route.get("/assets/{file}").by(this::asset),
        Route.get("/icons/{file}").by(PageApi::icon),
        Route.post("/projects/{id}/start").by(x -> act(Action.START, x)),
        Route.post("/projects/{id}/stop").by(x -> act(Action.STOP, x)));
  }

  private void asset(Exchange exchange) throws IOException {
    Assets.Asset asset =
        assets
            .file(exchange.id())
            .orElseThrow(
                () ->
                    new Problem(
                        Problem.Kind.UNKNOWN_PATH,
                        "No such file; another release's page may have named it: reload."));
    exchange.response().setHeader("Cache-Control", "public, max-age=31536000, immutable");
    exchange.send(200, asset.type(), asset.body(), asset::gzip);
  }

  private static void icon(Exchange exchange) throws IOException {
    byte[] icon =
        VerdictIcon.named(exchange.id())
            .orElseThrow(() -> new Problem(Problem.Kind.UNKNOWN_PATH, "No such icon."));
    exchange.response().setHeader("Cache-Control", "public, max-age=86400");
    exchange.send(200, "image/svg+xml", icon, () -> Gzip.pack(icon, LEVEL));
  }

  /**
   * Answers with the page: the state from which the scripts start, and the plain status.
   *
   * @param project the id or name of the project in the plain status; "" for all projects
   * @param alert why the last request was refused; "" if it was not
   */
  private void show(Exchange exchange, int status, String project, String alert)
      throws IOException {
    Html html = new Html();
    head(html);
    app(html, exchange.services());
    // The scripts remove this part. Until then only its header is visible, where theirs will be.
    html.raw("<div id=\"plain\"><header class=\"bar\"><h1>Innkeeper</h1><span class=\"machine\">")
        .text(settings.hostLabel())
        .raw("</span><nav class=\"places\"><a href=\"/\">Overview</a></nav></header>")
        .raw("<main class=\"plain\">");
    if (!alert.isEmpty()) {
      html.raw("<p class=\"alert\" role=\"alert\">").text(alert).raw("</p>");
    }
    new PlainStatus(html, exchange.services()).write(project);
    html.raw("</main></div></body></html>\n");
    byte[] body = html.toString().getBytes(StandardCharsets.UTF_8);
    exchange.response().setHeader("Cache-Control", "no-store");
    exchange.send(status, "text/html;charset=utf-8", body, () -> Gzip.pack(body, LEVEL));
  }

  /** Writes the element that the scripts fill, with the state from which they start. */
  private void app(Html html, ServiceSnapshot services) {
    HealthReport health = StateSnapshot.ask(services, Health.class, h -> h.report(Level.FULL));
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

  private void act(Action action, Exchange exchange) throws IOException {
    try {
      ActionsApi.act(action, exchange, (ticket, status) -> back(exchange));
    } catch (ServiceAwayException e) {
      throw e;
    } catch (RuntimeException e) {
      Problem problem = Problem.of(e).orElseThrow(() -> e);
      boolean unknown = problem.kind() == Problem.Kind.UNKNOWN_PROJECT;
      String shown = unknown ? "" : exchange.id();
      show(exchange, problem.kind().status(), shown, problem.getMessage());
    }
  }

  /**
   * Redirects to the project's page. The id needs no encoding, because a project with this id was
   * found.
   */
  private static void back(Exchange exchange) {
    exchange.response().setStatus(303);
    exchange.response().setHeader("Location", "/?p=" + exchange.id());
  }
}
