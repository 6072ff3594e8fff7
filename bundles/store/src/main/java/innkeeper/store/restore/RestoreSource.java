package innkeeper.store.restore;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.common.backup.BackupName;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Header;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.guard.Layout;
import innkeeper.store.snapshot.Inspection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The source of a restore, with verified content.
 *
 * @param file the path of the backup
 * @param manifest the manifest of the file; for an accepted unknown file it is generated
 * @param known whether the manifest existed before
 * @param notes the skipped backups and the reasons, one line each
 */
record RestoreSource(Path file, BackupManifest manifest, boolean known, List<String> notes) {

  /**
   * @param newestSchema the {@code user_version} that this release writes
   */
  static RestoreSource find(RestoreArgs args, Layout layout, int newestSchema)
      throws IOException, RestoreException {
    KnownBackups backups = new KnownBackups(layout.backups());
    RestoreSource source =
        args.what().equals("latest") ? latest(backups) : named(args, layout, backups);
    int schema = source.manifest().facts().schemaVersion();
    if (schema > newestSchema) {
      throw new RestoreException(
          "%s was written by a newer release: its schema is %d, this one knows %d"
              .formatted(source.file(), schema, newestSchema));
    }
    return source;
  }

  private static RestoreSource latest(KnownBackups backups) throws IOException, RestoreException {
    List<String> notes = new java.util.ArrayList<>();
    for (BackupManifest manifest : backups.manifests()) {
      if (manifest.kind().equals("pre-restore")) {
        continue;
      }
      Optional<String> fault = backups.fault(manifest);
      if (fault.isEmpty()) {
        try {
          return proven(backups.file(manifest), manifest, notes);
        } catch (RestoreException e) {
          fault = Optional.of(e.getMessage());
        }
      }
      notes.add("passed over: " + fault.get());
    }
    throw new RestoreException(
        "there is no verified backup" + (notes.isEmpty() ? "" : "; " + String.join("; ", notes)));
  }

  private static RestoreSource named(RestoreArgs args, Layout layout, KnownBackups backups)
      throws IOException, RestoreException {
    Path file = file(args.what(), layout);
    Header header = Header.read(file);
    if (!header.sqlite()
        || header.applicationId() != ApplicationId.BACKUP
            && !ApplicationId.live(header.applicationId())) {
      throw new RestoreException(file + " is not an Innkeeper database");
    }
    boolean stamped = header.applicationId() == ApplicationId.BACKUP;
    if (!stamped && !args.acceptUnknown()) {
      throw new RestoreException(
          file + " is not a backup (it bears no stamp); if you trust it: --accept-unknown");
    }
    boolean self = Files.exists(layout.database()) && Files.isSameFile(file, layout.database());
    if (self && !stamped) {
      throw new RestoreException(file + " is bot.db itself");
    }
    SnapshotFacts facts = inspect(file, stamped, !self);
    List<BackupManifest> vouching = new java.util.ArrayList<>(backups.manifests());
    // A backup from another place may have its manifest beside it.
    KnownBackups.read(file.resolveSibling(file.getFileName() + ".json")).ifPresent(vouching::add);
    for (BackupManifest manifest : vouching) {
      if (manifest.facts().sha256().equals(facts.sha256())) {
        return new RestoreSource(file, manifest, true, List.of());
      }
    }
    if (!args.acceptUnknown()) {
      throw new RestoreException(
          file
              + " is sound, but no manifest beside it or in "
              + layout.backups()
              + " vouches for it; copy its .json there, or, if you trust it: --accept-unknown");
    }
    Instant now = Instant.now();
    Instant made = Files.getLastModifiedTime(file).toInstant();
    return new RestoreSource(
        file,
        new BackupManifest(
            file.getFileName().toString(), 0, made, "unknown", facts, now, false, "unknown"),
        false,
        List.of());
  }

  private static RestoreSource proven(Path file, BackupManifest manifest, List<String> notes)
      throws RestoreException {
    SnapshotFacts facts = inspect(file, true, true);
    if (!facts.sha256().equals(manifest.facts().sha256())) {
      throw new RestoreException(file + " has another content than its manifest says");
    }
    return new RestoreSource(file, manifest, true, List.copyOf(notes));
  }

  private static SnapshotFacts inspect(Path file, boolean stamped, boolean alone)
      throws RestoreException {
    try {
      return new Inspection(() -> false).look(file, stamped, alone, "integrity_check");
    } catch (StoreException e) {
      throw new RestoreException(e.getMessage(), e);
    }
  }

  private static Path file(String what, Layout layout) throws RestoreException {
    try {
      for (Path part : Path.of(what)) {
        if (part.toString().equals("..")) {
          throw new RestoreException(
              what + " has a .. in it; name the backup or give a plain path");
        }
      }
      String name = what.endsWith(".db") ? what : what + ".db";
      Path backup = layout.backups().resolve(name);
      if (BackupName.isOurs(name) && Files.isRegularFile(backup)) {
        return backup;
      }
      Path file = Path.of(what).toAbsolutePath();
      if (!Files.isRegularFile(file)) {
        throw new RestoreException(
            "not found: backup " + what + " in " + layout.backups() + " or file " + file);
      }
      return file;
    } catch (InvalidPathException e) {
      throw new RestoreException(what + " is not a path: " + e.getReason(), e);
    }
  }
}
