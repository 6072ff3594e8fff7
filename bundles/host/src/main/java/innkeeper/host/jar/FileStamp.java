package innkeeper.host.jar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A fingerprint of a file's attributes. It shows whether the file changed, without reading it. */
public record FileStamp(long size, long modified, Object key) {

  public static FileStamp of(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileStamp(
          now.size(), now.lastModifiedTime().toMillis(), String.valueOf(now.fileKey()));
    } catch (IOException e) {
      return new FileStamp(-1, 0, ""); // gone
    }
  }
}
