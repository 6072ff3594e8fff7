package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.json.JsonForm;
import innkeeper.api.store.RestorePreview;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves GET and POST /api/backups, and further reports about backups. */
public final class BackupsApi {

  private static final Logger LOG = LoggerFactory.getLogger(BackupsApi.class);

  /** The body of the answer to a POST. */
  record BackupStarted(
      boolean ok,
      @JsonForm(oneOf = "backup") String action,
      boolean changed,
      @JsonForm(oneOf = "running") String state) {}

  /** The body of the answer. */
  record BackupForecast(@JsonForm("Oldest first.") List<Backups.Departure> backups) {}

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
                .tagged()),
        new Route(
            "GET",
            "/api/backups/forecast",
            this::forecast,
            new Operation("getBackupForecast", "backups", "When pruning deletes which backup.")
                .describes("As if each backup were made on schedule, and the settings stayed.")
                .answers(Answer.json(200, "One for each backup.", BackupForecast.class))
                .tagged()),
        new Route(
            "GET",
            "/api/backups/{id}/plan",
            this::plan,
            new Operation("getRestorePlan", "backups", "What a restore would change.")
                .describes(
                    "Compared with bot.db now; nothing is restored over HTTP. The file was verified"
                        + " at verifiedAt and is not read whole again.")
                .takes(TextParameter.id("The backup's file name; latest."))
                .answers(Answer.json(200, "Gained, changed and lost.", RestorePreview.class))
                .tagged()
                .refuses(Problem.Kind.UNKNOWN_BACKUP)));
  }

  private void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(exchange.services().backups().list());
  }

  private void status(Exchange exchange) throws IOException {
    exchange.jsonTagged(exchange.services().backups().status());
  }

  private void forecast(Exchange exchange) throws IOException {
    exchange.jsonTagged(new BackupForecast(exchange.services().backups().forecast()));
  }

  private void plan(Exchange exchange) throws IOException {
    Backups backups = exchange.services().backups();
    boolean latest = exchange.id().equals("latest");
    // The name "latest" means the same backup as for restore: data that a restore put aside does
    // not count.
    String name =
        backups.list().stream()
            .filter(b -> latest ? !b.kind().equals("pre-restore") : b.name().equals(exchange.id()))
            .max(Comparator.comparingLong(BackupManifest::seq))
            .map(BackupManifest::name)
            .orElseThrow(
                () ->
                    new Problem(
                        Problem.Kind.UNKNOWN_BACKUP,
                        "No verified backup is called \""
                            + Query.shown(exchange.id())
                            + "\"; GET /api/backups lists them."));
    try {
      exchange.jsonTagged(backups.preview(name));
    } catch (Backups.BackupException e) {
      throw new Problem(Problem.Kind.STORE_FAILED, e.getMessage());
    }
  }

  /** Starts a backup; status, health and event report its failure. */
  private void make(Exchange exchange) throws IOException {
    Backups backups = exchange.services().backups();
    try {
      backups
          .backup("demand", actor.apply(exchange))
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
    exchange.json(202, new BackupStarted(true, "backup", true, "running"));
  }
}
