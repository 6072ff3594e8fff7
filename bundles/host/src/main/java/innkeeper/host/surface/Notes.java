package innkeeper.host.surface;

import innkeeper.host.jar.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes to jars that were made while no audit record was available. Boot and {@code uninstall
 * --offline} write them to run/notes, one line each.
 */
final class Notes {

  private static final Logger LOG = LoggerFactory.getLogger(Notes.class);

  private final Path file;

  Notes(Path data) {
    this.file = data.resolve("run/notes");
  }

  /**
   * A change to one jar.
   *
   * @param jar the path relative to DATA_DIR
   */
  private record Note(String action, String outcome, String jar, String why) {}

  /**
   * Passes the notes on to health and to the audit record. Deletes them once all are in the record.
   */
  void tell(Folders folders, JarProblems troubles, Deployment.Listener listener) {
    boolean told = true;
    for (Note note : read()) {
      if (note.outcome().equals("failed")) {
        troubles.add(Deployer.failed(folders.data().resolve(note.jar())), note.why());
      }
      told &= listener.happened(note.action(), note.outcome(), note.jar() + ": " + note.why());
    }
    if (told) {
      remove();
    }
  }

  private List<Note> read() {
    try {
      return Files.exists(file)
          ? Files.readAllLines(file).stream()
              .map(line -> line.split("\t", 4))
              .filter(words -> words.length == 4)
              .map(words -> new Note(words[0], words[1], words[2], words[3]))
              .toList()
          : List.of();
    } catch (IOException e) {
      LOG.error("notes for the audit record cannot be read file={}", file, e);
      return List.of();
    }
  }

  private void remove() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.error("notes for the audit record cannot be removed file={}", file, e);
    }
  }
}
