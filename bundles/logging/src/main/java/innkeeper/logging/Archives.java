package innkeeper.logging;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Archives of a log, by the order in their names. */
final class Archives {

  /** {@code YYYYMMDDTHHMMSSmmmZ-}, as {@link innkeeper.api.rotation.ArchiveName} has it. */
  private static final String TIME = "00000000T000000000Z-";

  private static final int MOST_DIGITS = 18;

  private Archives() {}

  /** One of them, as far as a reader needs to know; a log may have thousands. */
  record Archive(String fileName, long seq, boolean compressed) {}

  /** Oldest first; one per sequence number: the plain one while both forms are there. */
  static List<Archive> of(Path active) throws IOException {
    String prefix = active.getFileName() + ".";
    TreeMap<Long, Archive> found = new TreeMap<>();
    if (!Files.isDirectory(active.getParent())) {
      return List.of();
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(active.getParent())) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        long seq = name.startsWith(prefix) ? seq(name, prefix.length()) : 0;
        if (seq > 0) {
          Archive archive = new Archive(name, seq, name.endsWith(".gz"));
          found.merge(seq, archive, (x, y) -> x.compressed() ? y : x);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return new ArrayList<>(found.values());
  }

  /** The number in the name; 0 for a name that is no archive's. */
  private static long seq(String name, int from) {
    int end = name.endsWith(".gz") ? name.length() - 3 : name.length();
    int digits = from + TIME.length();
    if (end <= digits || end > digits + MOST_DIGITS || name.charAt(digits) == '0') {
      return 0;
    }
    for (int i = from; i < end; i++) {
      char wanted = i < digits ? TIME.charAt(i - from) : '0';
      char c = name.charAt(i);
      if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
        return 0;
      }
    }
    return Long.parseLong(name, digits, end, 10);
  }
}
