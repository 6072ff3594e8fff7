package innkeeper.supervisor.spawn;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a file whose content is a variable's value. Trailing line ends are removed, as a shell's
 * {@code $(cat FILE)} does. No message names a value.
 */
final class SecretFile {

  /**
   * The most bytes of a secret. The kernel refuses a variable of 128 KiB, and a log is searched for
   * every byte of a secret.
   */
  static final int MOST_BYTES = 64 << 10;

  private SecretFile() {}

  static String read(String variable, Path file) throws SpawnException {
    String what = "secret file " + file + " of " + variable;
    if (!Files.exists(file)) {
      throw new SpawnException(what + " not found; make it or change secretFiles");
    }
    if (!Files.isRegularFile(file)) {
      throw new SpawnException(what + " is not a regular file; give one in secretFiles");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (AccessDeniedException e) {
      throw new SpawnException(
          what + " cannot be read by this user; chown or chmod it: chmod u+r " + file, e);
    } catch (IOException e) {
      throw new SpawnException(what + " cannot be read: " + e.getMessage(), e);
    }
    if (bytes.length > MOST_BYTES) {
      throw new SpawnException(
          what + " has more than " + MOST_BYTES + " bytes; let the server read the file itself");
    }
    String value;
    try {
      value = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new SpawnException(what + " is not UTF-8; let the server read the file itself", e);
    }
    if (value.indexOf(0) >= 0) {
      throw new SpawnException(
          what
              + " has a NUL byte, which no variable can hold; let the server read the file itself");
    }
    value = value.replaceFirst("[\r\n]+\\z", "");
    if (value.isEmpty()) {
      throw new SpawnException(what + " is empty; write the secret into it");
    }
    return value;
  }
}
