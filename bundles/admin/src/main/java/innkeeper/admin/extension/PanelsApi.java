package innkeeper.admin.extension;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.AsyncAnswer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.InFlight;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels;
import innkeeper.api.panel.Panels.UnknownPanelException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/** Serves GET /api/panels and /api/panels/NAME: data that third parties' bundles show. */
public final class PanelsApi {

  /**
   * The longest wait for a panel. The extensions bundle answers within two seconds, also for a
   * panel that is too slow.
   */
  private static final long LONGEST_SECONDS = 5;

  private final InFlight inFlight;
  private final ScheduledExecutorService timer;

  public PanelsApi(InFlight inFlight, ScheduledExecutorService timer) {
    this.inFlight = inFlight;
    this.timer = timer;
  }

  /** The body of the answer. */
  record PanelList(List<Panels.Entry> panels) {}

  public List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/panels",
            PanelsApi::list,
            new Operation("listPanels", "extensions", "Panels of third parties' bundles.")
                .answers(Answer.json(200, "By name.", PanelList.class))
                .tagged()),
        new Route(
            "GET",
            "/api/panels/{id}",
            this::read,
            new Operation("readPanel", "extensions", "What a panel shows now.")
                .describes(
                    "Texts are redacted, and to be shown as texts. A panel that is too slow, or"
                        + " fails, says why in problem; one that is too large is cut.")
                .takes(
                    new TextParameter(
                        "id",
                        "path",
                        "The panel's name.",
                        Map.of("type", "string", "pattern", "^[a-z0-9-]{1,32}$")),
                    TextParameter.query(
                        "project", "channelId or name; left out for a panel of the host."))
                .answers(Answer.json(200, "Its content, or why it has none.", PanelReading.class))
                .refuses(Problem.Kind.UNKNOWN_PANEL)));
  }

  private static void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(new PanelList(exchange.services().panels().entries()));
  }

  private void read(Exchange exchange) throws IOException {
    CompletableFuture<PanelReading> reading;
    try {
      reading =
          exchange
              .services()
              .panels()
              .read(exchange.id(), exchange.query().text("project").orElse(""));
    } catch (UnknownPanelException e) {
      throw new Problem(Problem.Kind.UNKNOWN_PANEL, e.getMessage());
    }
    new AsyncAnswer(exchange, inFlight, timer)
        .await(reading, LONGEST_SECONDS, () -> answer(exchange, reading));
  }

  /**
   * Answers with the panel's content. The content is missing only if this surface stops meanwhile.
   */
  private static void answer(Exchange exchange, CompletableFuture<PanelReading> reading)
      throws IOException {
    if (reading.isDone()) {
      exchange.json(200, reading.join());
    } else {
      Exchange.problem(exchange.request(), exchange.response(), Problem.away("extensions"));
    }
  }
}
