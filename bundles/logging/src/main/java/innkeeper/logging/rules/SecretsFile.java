package innkeeper.logging.rules;

import innkeeper.common.file.Durable;
import innkeeper.logging.file.Owner;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores secrets as pairs of texts, in a file that only this user can read. In the file, the length
 * of each text precedes the text. Without a file, nothing is stored.
 */
public final class SecretsFile {

  private static final Logger LOG = LoggerFactory.getLogger(SecretsFile.class);

  private final Path file;

  /**
   * Creates a store.
   *
   * @param file null if no directory in memory exists
   */
  public SecretsFile(Path file) {
    this.file = file;
  }

  /**
   * Appends a pair in one write, so that in practice a kill leaves no half of it. The file is made
   * if it is missing; never through a link.
   */
  void append(String first, String second) throws IOException {
    if (file == null) {
      return;
    }
    try (FileChannel channel =
        Durable.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer left = ByteBuffer.wrap(bytes(Map.of(first, second)));
      while (left.hasRemaining()) {
        channel.write(left);
      }
    }
  }

  /** Replaces the file by rename, so that a whole file always exists. */
  public void replace(Map<String, String> pairs) throws IOException {
    if (file != null) {
      replace(file, bytes(pairs));
    }
  }

  static void replace(Path file, String text) throws IOException {
    replace(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Replaces the content of a file of mode 0600, by rename and forced to disk. */
  private static void replace(Path file, byte[] bytes) throws IOException {
    Durable.write(file, file.resolveSibling(file.getFileName() + ".new"), bytes);
    Durable.force(file.getParent());
  }

  /** Returns whether the file exists; a file of another user is an error. */
  static boolean isThere(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !Owner.ours(file)) {
      throw new IOException(file + " is not a regular file of this user; remove it");
    }
    return true;
  }

  private static byte[] bytes(Map<String, String> pairs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      for (String text : List.of(pair.getKey(), pair.getValue())) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
      }
    }
    return bytes.toByteArray();
  }

  /** Returns the pairs; empty if there is no file. */
  public List<Map.Entry<String, String>> read() throws IOException {
    List<Map.Entry<String, String>> pairs = new ArrayList<>();
    if (file == null || !isThere(file)) {
      return pairs;
    }
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      while (in.available() > 0) {
        pairs.add(Map.entry(text(in), text(in)));
      }
    } catch (EOFException half) {
      LOG.warn("last registered secret was not kept whole, register it again file={}", file);
    }
    return pairs;
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new EOFException();
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
