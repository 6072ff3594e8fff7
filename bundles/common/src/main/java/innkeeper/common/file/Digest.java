package innkeeper.common.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;

/** The SHA-256 digest in lower-case hex. */
public final class Digest {

  private static final int CHUNK = 128 * 1024;

  private Digest() {}

  /** Returns a new SHA-256 digest without input. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the digest of the input so far in lower-case hex. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Returns the digest of a file. The file must not be a bot.db that SQLite has open, because
   * closing it drops SQLite's locks.
   */
  public static String of(Path file) throws IOException {
    return of(file, () -> false);
  }

  /**
   * @param cancelled checked regularly; true ends the work with an IOException
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
