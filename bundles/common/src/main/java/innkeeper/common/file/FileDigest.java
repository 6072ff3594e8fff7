package innkeeper.common.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Computes and compares the SHA-256 of files. */
public final class FileDigest {

  private FileDigest() {}

  /** Returns the digest in lower-case hex. */
  public static String sha256(Path file) throws IOException {
    return Digest.of(file);
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
