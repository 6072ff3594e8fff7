package innkeeper.admin.page;

import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.Accept;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.ActionsApi;
import innkeeper.admin.rest.BackupsApi;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;

/**
 * The page, what it loads, and the posts of its plain forms, which lead back to it. Scripts use the
 * API.
 */
public final class PageApi {

  private final Assets assets = new Assets();
  private final ActionsApi actions;
  private final Clock clock;
  private final StateSnapshot scene;

  public PageApi(ActionsApi actions, Clock clock) {
    this.actions = actions;
    this.clock = clock;
    this.scene = new StateSnapshot(clock);
  }

  public List<Route> routes() {
    return List.of(
        new Route("GET", "/", x -> show(x, 200, x.query().text("p").orElse(""), "")),
        new Route("GET", "/assets/{file}", this::asset),
        new Route("POST", "/projects/{id}/start", x -> act(ActionsApi.Action.START, x)),
        new Route("POST", "/projects/{id}/stop", x -> act(ActionsApi.Action.STOP, x)),
        new Route("POST", "/projects/{id}/restart", x -> act(ActionsApi.Action.RESTART, x)),
        new Route("POST", "/backups", this::backup));
  }

  /** Names this release's page. */
  public String version() {
    return assets.version();
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
    send(exchange, 200, asset.type(), asset.body(), asset.gzip());
  }

  private void show(Exchange exchange, int status, String project, String alert)
      throws IOException {
    ServiceSnapshot services = exchange.services();
    Html html = new Html();
    new Page(assets, scene, services, clock.instant()).write(html, project, alert);
    byte[] body = html.toString().getBytes(StandardCharsets.UTF_8);
    exchange.response().setHeader("Cache-Control", "no-store");
    send(exchange, status, "text/html;charset=utf-8", body, null);
  }

  private static void send(Exchange exchange, int status, String type, byte[] body, byte[] gzipped)
      throws IOException {
    exchange.response().setHeader("Vary", "Accept-Encoding");
    if (Accept.gzip(exchange.request().getHeader("Accept-Encoding"))) {
      exchange.response().setHeader("Content-Encoding", "gzip");
      exchange.send(status, type, gzipped == null ? Assets.gzip(body) : gzipped);
    } else {
      exchange.send(status, type, body);
    }
  }

  private void act(ActionsApi.Action action, Exchange exchange) throws IOException {
    try {
      actions.act(action, exchange, (x, ticket, status) -> back(x));
    } catch (Problem e) {
      show(exchange, e.kind().status(), exchange.id(), e.getMessage());
    } catch (Supervisor.UnknownProjectException e) {
      show(exchange, 404, "", "There is no such project any more.");
    } catch (Supervisor.StateConflictException e) {
      show(exchange, 409, exchange.id(), e.getMessage());
    } catch (StoreException e) {
      show(exchange, 503, exchange.id(), e.getMessage());
    }
  }

  private void backup(Exchange exchange) throws IOException {
    try {
      BackupsApi.make(exchange.services().backups(), actions.actor(exchange));
      back(exchange);
    } catch (Problem e) {
      show(exchange, e.kind().status(), "", e.getMessage());
    }
  }

  /** The id holds no character that would have to be encoded: a project of that id was found. */
  private static void back(Exchange exchange) {
    exchange.response().setStatus(303);
    exchange
        .response()
        .setHeader("Location", exchange.id().isEmpty() ? "/" : "/?p=" + exchange.id());
  }
}
