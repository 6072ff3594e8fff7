package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

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
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("entries", page.entries().stream().map(AuditEntry::toMap).toList());
    map.put("next", page.next().isPresent() ? page.next().getAsLong() : null);
    exchange.jsonTagged(map);
  }
}
