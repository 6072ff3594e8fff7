package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.json.JsonForm;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GET and POST /api/backups, GET /api/backups/status. */
public final class BackupsApi {

  private static final Logger LOG = LoggerFactory.getLogger(BackupsApi.class);

  /** The body of the answer to a POST. */
  record BackupStarted(
      boolean ok,
      @JsonForm(oneOf = "backup") String action,
      boolean changed,
      @JsonForm(oneOf = "running") String state) {}

  private final Function<Exchange, Actor> actor;

  BackupsApi(Function<Exchange, Actor> actor) {
    this.actor = actor;
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/backups",
            this::list,
            new Operation("listBackups", "backups", "Verified backups, oldest first.")
                .answers(Answer.list(200, "Manifests.", BackupManifest.class))
                .tagged()),
        new Route(
            "POST",
            "/api/backups",
            this::make,
            new Operation("makeBackup", "backups", "Makes one now.")
                .answers(Answer.json(202, "Under way.", BackupStarted.class))
                .refuses(Problem.Kind.BACKUP_RUNNING)),
        new Route(
            "GET",
            "/api/backups/status",
            this::status,
            new Operation("getBackupStatus", "backups", "Whether backups are made, and how many.")
                .answers(Answer.json(200, "Age, next, failures.", Backups.Status.class))
                .tagged()));
  }

  private void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(exchange.services().backups().list());
  }

  private void status(Exchange exchange) throws IOException {
    exchange.jsonTagged(exchange.services().backups().status());
  }

  private void make(Exchange exchange) throws IOException {
    make(exchange.services().backups(), actor.apply(exchange));
    exchange.json(202, new BackupStarted(true, "backup", true, "running"));
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
}
