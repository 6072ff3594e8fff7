package innkeeper.admin.page;

import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.Accept;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Gzip;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.ActionsApi;
import innkeeper.admin.rest.Api;
import innkeeper.admin.rest.BackupsApi;
import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.Ticket;
import innkeeper.api.action.ProjectActions.UnknownActionException;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.incident.Incidents;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.zip.Deflater;

/**
 * The page, what it loads, and the posts of its plain forms, which lead back to it. Scripts use the
 * API.
 */
public final class PageApi {

  private static final long LONGEST_WAIT_SECONDS = 30;

  private final Assets assets;
  private final Api api;
  private final ActionsApi actions;
  private final Settings settings;
  private final Clock clock;
  private final StateSnapshot scene;
  private final Supplier<LongFunction<String>> position;

  /**
   * @param position of the event stream now; then its id, with the number of an audit entry
   */
  public PageApi(
      Assets assets,
      Api api,
      Clock clock,
      Settings settings,
      Supplier<LongFunction<String>> position) {
    this.assets = assets;
    this.position = position;
    this.api = api;
    this.actions = api.actions();
    this.settings = settings;
    this.clock = clock;
    this.scene = new StateSnapshot(clock);
  }

  public List<Route> routes() {
    return List.of(
        new Route("GET", "/", x -> show(x, 200, Page.Place.of(x.query()), "")),
        new Route("GET", "/assets/{file}", this::asset),
        new Route("GET", "/icons/{file}", PageApi::icon),
        new Route("POST", "/projects/{id}/start", x -> act(ActionsApi.Action.START, x)),
        new Route("POST", "/projects/{id}/stop", x -> act(ActionsApi.Action.STOP, x)),
        new Route("POST", "/projects/{id}/restart", x -> act(ActionsApi.Action.RESTART, x)),
        new Route("POST", "/projects/{id}/actions", this::extension),
        new Route("POST", "/incidents/{id}/acknowledge", this::acknowledge),
        new Route("POST", "/silences", x -> silence(x, () -> api.alarms().begin(x).channelId())),
        new Route(
            "POST", "/silences/end", x -> silence(x, () -> api.alarms().finish(x).channelId())),
        new Route("POST", "/backups", this::backup));
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

  private void show(Exchange exchange, int status, Page.Place place, String alert)
      throws IOException {
    ServiceSnapshot services = exchange.services();
    Html html = new Html();
    new Page(assets, scene, services, api, settings, position, clock.instant())
        .write(html, place, alert);
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

  private void act(ActionsApi.Action action, Exchange exchange) throws IOException {
    try {
      actions.act(action, exchange, (x, ticket, status) -> back(x));
    } catch (Problem e) {
      show(exchange, e.kind().status(), Page.Place.project(exchange.id()), e.getMessage());
    } catch (Supervisor.UnknownProjectException e) {
      show(exchange, 404, Page.Place.HOME, "There is no such project any more.");
    } catch (Supervisor.StateConflictException e) {
      show(exchange, 409, Page.Place.project(exchange.id()), e.getMessage());
    } catch (StoreException e) {
      show(exchange, 503, Page.Place.project(exchange.id()), e.getMessage());
    }
  }

  /** An action of a third party's bundle; a dangerous one needs a second press. */
  private void extension(Exchange exchange) throws IOException {
    String name = exchange.query().text("name").orElse("");
    try {
      Ticket ticket = api.projectActions().begin(exchange);
      api.projectActions()
          .await(
              exchange,
              ticket,
              LONGEST_WAIT_SECONDS,
              () -> {
                exchange.response().setStatus(303);
                exchange
                    .response()
                    .setHeader("Location", "/?p=" + ticket.run().channelId() + "&t=extensions");
              });
    } catch (Problem e) {
      Page.Place place = Page.Place.extensions(exchange.id(), "");
      show(exchange, e.kind().status(), place, e.getMessage());
    } catch (ActionRefusedException e) {
      String confirm = e.unconfirmed() ? name : "";
      show(exchange, 409, Page.Place.extensions(exchange.id(), confirm), e.getMessage());
    } catch (UnknownActionException e) {
      show(exchange, 404, Page.Place.extensions(exchange.id(), ""), e.getMessage());
    } catch (Supervisor.UnknownProjectException e) {
      show(exchange, 404, Page.Place.HOME, "There is no such project any more.");
    }
  }

  private void acknowledge(Exchange exchange) throws IOException {
    Page.Place all = Page.Place.host("all-incidents");
    if (!exchange.id().matches("[0-9]{1,18}")) {
      show(exchange, 404, all, "An incident's number has digits only.");
      return;
    }
    try {
      long id = Long.parseLong(exchange.id());
      exchange.services().incidents().acknowledge(id, actions.actor(exchange));
      exchange.response().setStatus(303);
      exchange.response().setHeader("Location", "/?t=all-incidents");
    } catch (Problem e) {
      show(exchange, e.kind().status(), all, e.getMessage());
    } catch (Incidents.UnknownIncidentException e) {
      show(exchange, 404, all, e.getMessage());
    } catch (StoreException e) {
      show(exchange, 503, all, e.getMessage());
    }
  }

  private void silence(Exchange exchange, Supplier<String> change) throws IOException {
    try {
      String id = change.get();
      exchange.response().setStatus(303);
      exchange
          .response()
          .setHeader("Location", id.equals(Alarms.ALL) ? "/?t=alarms" : "/?t=incidents&p=" + id);
    } catch (Problem e) {
      show(exchange, e.kind().status(), Page.Place.host("alarms"), e.getMessage());
    } catch (StoreException e) {
      show(exchange, 503, Page.Place.host("alarms"), e.getMessage());
    }
  }

  private void backup(Exchange exchange) throws IOException {
    try {
      BackupsApi.make(exchange.services().backups(), actions.actor(exchange));
      back(exchange);
    } catch (Problem e) {
      show(exchange, e.kind().status(), Page.Place.host("backups"), e.getMessage());
    }
  }

  /** The id holds no character that would have to be encoded: a project of that id was found. */
  private static void back(Exchange exchange) {
    exchange.response().setStatus(303);
    exchange
        .response()
        .setHeader("Location", exchange.id().isEmpty() ? "/?t=backups" : "/?p=" + exchange.id());
  }
}
