package innkeeper.admin.page;

import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.Accept;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Gzip;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.rest.ActionsApi;
import innkeeper.admin.rest.ActionsApi.Action;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.zip.Deflater;

/**
 * Serves the page, its files, and the POST requests of its plain forms, which redirect to the page.
 * The page's scripts use the API instead.
 */
public final class PageApi {

  private final Assets assets;
  private final ActionsApi actions;
  private final Settings settings;
  private final StateSnapshot scene;
  private final Supplier<LongFunction<String>> position;

  /**
   * Creates the routes' state.
   *
   * @param position returns the current position of the event stream, as a function that makes its
   *     id from the number of an audit entry
   */
  public PageApi(
      Assets assets,
      ActionsApi actions,
      Clock clock,
      Settings settings,
      Supplier<LongFunction<String>> position) {
    this.assets = assets;
    this.position = position;
    this.actions = actions;
    this.settings = settings;
    this.scene = new StateSnapshot(clock);
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.add(new Route("GET", "/", x -> show(x, 200, x.query().text("p").orElse(""), "")));
    routes.add(new Route("GET", "/assets/{file}", this::asset));
    routes.add(new Route("GET", "/icons/{file}", PageApi::icon));
    for (Action action : PlainStatus.FORMS) {
      routes.add(
          new Route("POST", "/projects/{id}/" + action.word(), exchange -> act(action, exchange)));
    }
    return routes;
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

  private static void icon(Exchange exchange) throws IOException {
    byte[] icon =
        VerdictIcon.named(exchange.id())
            .orElseThrow(() -> new Problem(Problem.Kind.UNKNOWN_PATH, "No such icon."));
    exchange.response().setHeader("Cache-Control", "public, max-age=86400");
    send(exchange, 200, "image/svg+xml", icon, null);
  }

  private void show(Exchange exchange, int status, String project, String alert)
      throws IOException {
    Html html = new Html();
    new Page(assets, scene, exchange.services(), settings, position).write(html, project, alert);
    byte[] body = html.toString().getBytes(StandardCharsets.UTF_8);
    exchange.response().setHeader("Cache-Control", "no-store");
    send(exchange, status, "text/html;charset=utf-8", body, null);
  }

  private static void send(Exchange exchange, int status, String type, byte[] body, byte[] gzipped)
      throws IOException {
    exchange.response().setHeader("Vary", "Accept-Encoding");
    if (Accept.gzip(exchange.request().getHeader("Accept-Encoding"))) {
      exchange.response().setHeader("Content-Encoding", "gzip");
      exchange.write(
          status, type, gzipped == null ? Gzip.pack(body, Deflater.DEFAULT_COMPRESSION) : gzipped);
    } else {
      exchange.write(status, type, body);
    }
  }

  private void act(Action action, Exchange exchange) throws IOException {
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

  /**
   * Redirects to the project's page. The id needs no encoding, because a project with this id was
   * found.
   */
  private static void back(Exchange exchange) {
    exchange.response().setStatus(303);
    exchange.response().setHeader("Location", "/?p=" + exchange.id());
  }
}
