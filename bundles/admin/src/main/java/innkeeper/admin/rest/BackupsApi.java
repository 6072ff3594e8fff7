package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Problem;
import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Times;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GET and POST /api/backups, GET /api/backups/status. */
public final class BackupsApi {

  private static final Logger LOG = LoggerFactory.getLogger(BackupsApi.class);

  private final Function<Exchange, Actor> actor;

  BackupsApi(Function<Exchange, Actor> actor) {
    this.actor = actor;
  }

  void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(
        exchange.services().backups().list().stream().map(BackupManifest::toMap).toList());
  }

  void status(Exchange exchange) throws IOException {
    exchange.jsonTagged(toMap(exchange.services().backups().status()));
  }

  void make(Exchange exchange) throws IOException {
    make(exchange.services().backups(), actor.apply(exchange));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("ok", true);
    map.put("action", "backup");
    map.put("changed", true);
    map.put("state", "running");
    exchange.json(202, map);
  }

  /** Sets one going; its failure is told by status, health and event. */
  public static void make(Backups backups, Actor actor) {
    try {
      backups
          .backup("demand", actor)
          .whenComplete(
              (made, failure) -> {
                if (failure != null) {
                  LOG.debug("backup on demand failed", failure);
                }
              });
    } catch (Backups.BusyException e) {
      throw new Problem(
          Problem.Kind.BACKUP_RUNNING,
          "A backup is being made now; /api/events says when it ends.");
    }
  }

  /** Wire form. */
  public static Map<String, Object> toMap(Backups.Status status) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("running", status.running());
    map.put("progress", status.progress());
    map.put("lastSuccessAt", status.lastSuccessAt().map(Times::iso).orElse(null));
    map.put("lastError", status.lastError().isEmpty() ? null : status.lastError());
    map.put("nextDueAt", status.nextDueAt().map(Times::iso).orElse(null));
    map.put("verifiedCount", status.verifiedCount());
    map.put("totalBytes", status.totalBytes());
    map.put("lastRehearsalAt", status.lastRehearsalAt().map(Times::iso).orElse(null));
    map.put(
        "lastRehearsalError",
        status.lastRehearsalError().isEmpty() ? null : status.lastRehearsalError());
    return map;
  }
}
