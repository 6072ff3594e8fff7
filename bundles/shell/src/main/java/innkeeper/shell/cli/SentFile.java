package innkeeper.shell.cli;

import innkeeper.api.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a command names and the host itself reads. If the caller is on another machine, the
 * client first sends the file into a temporary directory; {@link #close} removes it.
 *
 * @param path absolute path of a file that the host can read
 * @param sent the directory that received the file; null if it was not sent
 */
public record SentFile(Path path, Path sent) implements AutoCloseable {

  /**
   * @throws CommandRefusedException if the file is missing or not readable
   */
  public static SentFile of(Caller caller, Path file, Settings settings)
      throws CommandRefusedException, IOException {
    Path path = caller.directory().resolve(file).normalize();
    if (caller.far()) {
      return received(
          caller, path, Files.createTempDirectory(settings.dataDir().resolve("run"), "sent"));
    }
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      throw new CommandRefusedException(path + " is not a file that the host can read");
    }
    return new SentFile(path, null);
  }

  private static SentFile received(Caller caller, Path path, Path directory)
      throws CommandRefusedException, IOException {
    SentFile copy = new SentFile(directory.resolve(path.getFileName()), directory);
    try (InputStream in = caller.open(path.toString())) {
      Files.copy(in, copy.path());
      return copy;
    } catch (IOException e) {
      copy.close();
      throw new CommandRefusedException(
          path + " could not be sent from your machine: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    if (sent != null) {
      Files.deleteIfExists(path);
      Files.deleteIfExists(sent);
    }
  }
}
