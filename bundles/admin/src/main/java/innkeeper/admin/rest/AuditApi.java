package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.api.audit.AuditLog;
import java.io.IOException;

/** GET /api/audit: the newest entries, oldest first, and where the page before them begins. */
final class AuditApi {

  void page(Exchange exchange) throws IOException {
    int limit = (int) exchange.query().number("limit", 100, 1, 1000);
    long before = exchange.query().number("before", Long.MAX_VALUE, 1, Long.MAX_VALUE);
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
