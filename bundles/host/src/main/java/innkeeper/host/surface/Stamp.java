package innkeeper.host.surface;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** By what a file that changed is told from one that did not, without reading it. */
record Stamp(long size, long modified, Object key) {

  static Stamp of(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(
          now.size(), now.lastModifiedTime().toMillis(), String.valueOf(now.fileKey()));
    } catch (IOException e) {
      return new Stamp(-1, 0, ""); // gone
    }
  }
}
