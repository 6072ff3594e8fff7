package innkeeper.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;

/** SHA-256, lower-case hex. */
public final class Digest {

  private static final int CHUNK = 128 * 1024;

  private Digest() {}

  /** A new, empty SHA-256. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Lower-case hex of what was fed. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Over a whole file. Never for bot.db while SQLite has it open: closing drops its locks. */
  public static String of(Path file) throws IOException {
    return of(file, () -> false);
  }

  /**
   * @param cancelled asked now and then; true ends the work with an IOException
   */
  public static String of(Path file, BooleanSupplier cancelled) throws IOException {
    MessageDigest digest = sha256();
    ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (channel.read(buffer) >= 0) {
        digest.update(buffer.flip());
        buffer.clear();
        if (cancelled.getAsBoolean()) {
          throw new IOException("hashing " + file + " was cancelled");
        }
      }
    }
    return hex(digest);
  }
}
