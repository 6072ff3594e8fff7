package innkeeper.admin.extension;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Serves GET /api/panels and /api/panels/NAME: data that third parties' bundles show. */
public final class PanelsApi {

  /**
   * The longest wait for a panel. The extensions bundle answers within two seconds, also for a
   * panel that is too slow.
   */
  private static final long LONGEST_SECONDS = 5;

  private PanelsApi() {}

  record PanelList(List<Panels.Entry> panels) {}

  public static List<Route> routes() {
    return List.of(
        Route.get("/api/panels")
            .named("listPanels", "extensions", "Panels of third parties' bundles.")
            .tagged()
            .returns(
                "By name.", PanelList.class, x -> new PanelList(x.get(Panels.class).entries())),
        Route.get("/api/panels/{id}")
            .named("readPanel", "extensions", "What a panel shows now.")
            .describes(
                "Texts are redacted, and to be shown as texts. A panel that is too slow, or"
                    + " fails, says why in problem; one that is too large is cut.")
            .takes(
                Parameter.id("The panel's name.", "^[a-z0-9-]{1,32}$"),
                Parameter.query("project", "channelId or name; left out for a panel of the host."))
            .answers(200, "Its content, or why it has none.", PanelReading.class)
            .refuses(Problem.Kind.UNKNOWN_PANEL)
            .by(PanelsApi::read));
  }

  private static void read(Exchange exchange) throws IOException {
    String project = exchange.query().text("project").orElse("");
    CompletableFuture<PanelReading> reading =
        exchange.get(Panels.class).read(exchange.id(), project);
    exchange.await(reading, LONGEST_SECONDS, x -> answer(x, reading));
  }

  /**
   * Answers with the panel's content. The content is missing only if this surface stops meanwhile.
   */
  private static void answer(Exchange exchange, CompletableFuture<PanelReading> reading)
      throws IOException {
    if (!reading.isDone()) {
      throw Problem.away("extensions");
    }
    exchange.json(200, reading.join());
  }
}
