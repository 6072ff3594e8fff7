package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.json.JsonForm;
import innkeeper.api.store.RestorePreview;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
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

  record BackupForecast(@JsonForm("Oldest first.") List<Backups.Departure> backups) {}

  private BackupsApi() {}

  public static List<Route> routes() {
    return List.of(
        Route.get("/api/backups")
            .named("listBackups", "backups", "Verified backups, oldest first.")
            .tagged()
            .lists("Manifests.", BackupManifest.class, x -> x.get(Backups.class).list()),
        Route.post("/api/backups")
            .named("makeBackup", "backups", "Makes one now.")
            .answers(202, "Under way.", BackupStarted.class)
            .refuses(Problem.Kind.BACKUP_RUNNING)
            .by(BackupsApi::make),
        Route.get("/api/backups/status")
            .named("getBackupStatus", "backups", "Whether backups are made, and how many.")
            .tagged()
            .returns(
                "Age, next, failures.", Backups.Status.class, x -> x.get(Backups.class).status()),
        Route.get("/api/backups/forecast")
            .named("getBackupForecast", "backups", "When pruning deletes which backup.")
            .describes("As if each backup were made on schedule, and the settings stayed.")
            .tagged()
            .returns(
                "One for each backup.",
                BackupForecast.class,
                x -> new BackupForecast(x.get(Backups.class).forecast())),
        Route.get("/api/backups/{id}/plan")
            .named("getRestorePlan", "backups", "What a restore would change.")
            .describes(
                "Compared with bot.db now; nothing is restored over HTTP. The file was verified"
                    + " at verifiedAt and is not read whole again.")
            .takes(Parameter.id("The backup's file name; latest."))
            .refuses(Problem.Kind.UNKNOWN_BACKUP)
            .tagged()
            .returns("Gained, changed and lost.", RestorePreview.class, BackupsApi::plan));
  }

  private static RestorePreview plan(Exchange exchange) {
    Backups backups = exchange.get(Backups.class);
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
    return backups.preview(name);
  }

  /** Starts a backup; status, health and event report its failure. */
  private static void make(Exchange exchange) throws IOException {
    Backups backups = exchange.get(Backups.class);
    try {
      backups
          .backup("demand", exchange.actor())
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
