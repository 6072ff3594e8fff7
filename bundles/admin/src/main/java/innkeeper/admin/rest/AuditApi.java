package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.NumberParameter;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.audit.AuditLog;
import java.io.IOException;
import java.util.List;

/**
 * Serves GET /api/audit: the newest entries, oldest first, and the start of the page before them.
 */
final class AuditApi {

  private static final NumberParameter LIMIT =
      new NumberParameter("limit", "Entries a page.", 100, 1, 1000);

  private static final NumberParameter BEFORE =
      new NumberParameter(
          "before",
          "Only entries with a smaller seq: next of the page before.",
          Long.MAX_VALUE,
          1,
          Long.MAX_VALUE);

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/audit",
            this::page,
            new Operation("getAudit", "audit", "Who did what: the newest page, oldest first.")
                .takes(
                    LIMIT,
                    BEFORE,
                    TextParameter.query("channelId", "Only this project's."),
                    TextParameter.query("action", "Only this action."))
                .answers(
                    Answer.json(200, "A page; next is null on the oldest.", AuditLog.Page.class))
                .tagged()));
  }

  private void page(Exchange exchange) throws IOException {
    int limit = (int) exchange.query().number(LIMIT);
    long before = exchange.query().number(BEFORE);
    AuditLog.Page page =
        exchange
            .services()
            .audit()
            .entries(
                limit,
                before,
                exchange.query().text("channelId").orElse(""),
                exchange.query().text("action").orElse(""));
    exchange.jsonTagged(page);
  }
}
