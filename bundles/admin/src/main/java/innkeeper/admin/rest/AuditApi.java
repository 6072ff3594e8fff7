package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.api.audit.AuditLog;
import java.util.List;

/**
 * Serves GET /api/audit: the newest entries, oldest first, and the start of the page before them.
 */
public final class AuditApi {

  private static final Parameter LIMIT = Parameter.number("limit", "Entries a page.", 100, 1, 1000);
  private static final Parameter BEFORE =
      Parameter.number(
          "before",
          "Only entries with a smaller seq: next of the page before.",
          Long.MAX_VALUE,
          1,
          Long.MAX_VALUE);

  private AuditApi() {}

  public static List<Route> routes() {
    return List.of(
        Route.get("/api/audit")
            .named("getAudit", "audit", "Who did what: the newest page, oldest first.")
            .takes(
                LIMIT,
                BEFORE,
                Parameter.query("channelId", "Only this project's."),
                Parameter.query("action", "Only this action."))
            .tagged()
            .returns("A page; next is null on the oldest.", AuditLog.Page.class, AuditApi::page));
  }

  private static AuditLog.Page page(Exchange exchange) {
    Query query = exchange.query();
    int limit = query.count(LIMIT);
    long before = query.number(BEFORE);
    String channelId = query.text("channelId").orElse("");
    String action = query.text("action").orElse("");
    return exchange.get(AuditLog.class).entries(limit, before, channelId, action);
  }
}
