package innkeeper.common.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Computes and compares the SHA-256 of files. */
public final class FileDigest {

  private FileDigest() {}

  /** Returns the digest in lower-case hex. */
  public static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, sha).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns why a file's digest is wrong; "" if it is the expected one.
   *
   * @param expected SHA-256 in hex; "" accepts any digest
   */
  public static String mismatch(Path file, String digest, String expected) {
    return expected.isEmpty() || digest.equals(expected.strip().toLowerCase(Locale.ROOT))
        ? ""
        : file + " has the SHA-256 " + digest + ", not " + expected;
  }
}
