package innkeeper.host.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.host.jar.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes to jars that were made while no audit record was available. Boot and {@code uninstall
 * --offline} write them to run/notes, one line each.
 */
final class Notes {

  private static final Logger LOG = LoggerFactory.getLogger(Notes.class);

  private Notes() {}

  /**
   * Passes the notes on to health and to the audit record. Deletes them once all are in the record.
   *
   * @param record writes an entry of the audit record; returns whether it was written
   */
  static void tell(Folders folders, JarProblems problems, Predicate<AuditDraft> record) {
    Path file = folders.data().resolve("run/notes");
    if (!Files.exists(file)) {
      return;
    }
    try {
      boolean recorded = true;
      for (String line : Files.readAllLines(file)) {
        // The words: action, outcome, path of the jar relative to DATA_DIR, reason.
        String[] words = line.split("\t", 4);
        if (words.length == 4) {
          if (words[1].equals("failed")) {
            problems.add(Deployer.failed(folders.data().resolve(words[2])), words[3]);
          }
          String detail = words[2] + ": " + words[3];
          Actor actor = Actor.of(Actor.Via.CONFIG);
          recorded &= record.test(new AuditDraft(words[0], "", actor, words[1], detail));
        }
      }
      if (recorded) {
        Files.delete(file);
      }
    } catch (IOException e) {
      LOG.error("notes for the audit record cannot be read or removed file={}", file, e);
    }
  }
}
