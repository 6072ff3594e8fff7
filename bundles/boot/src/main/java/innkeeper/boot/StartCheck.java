package innkeeper.boot;

import innkeeper.boot.disk.StartRoom;
import innkeeper.boot.settings.Environment;
import innkeeper.boot.settings.KeptSettings;
import innkeeper.common.net.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Checks whether a host can start, and changes nothing. A host also makes such checks before it
 * hands over to the next host. If the next host refused to start, the servers would be
 * unsupervised.
 */
final class StartCheck {

  private StartCheck() {}

  /**
   * Reads the settings of this start. If only the files have a mistake and servers need a host, the
   * last values without a mistake are used; {@link Environment#mistakes} still lists the mistakes.
   *
   * @throws Main.Refusal with one line for each mistake
   */
  static Environment settings(Map<String, String> env, Path home) throws Main.Refusal {
    Environment read = Environment.read(env, home);
    if (!read.mistakes().isEmpty()) {
      return kept(env, read)
          .orElseThrow(
              () -> new Main.Refusal(Exit.CONFIGURATION, String.join("\n", read.mistakes())));
    }
    if (OpenFiles.limit() < OpenFiles.LEAST) {
      throw new Main.Refusal(Exit.CONFIGURATION, OpenFiles.tooFew());
    }
    return read;
  }

  private static Optional<Environment> kept(Map<String, String> env, Environment read) {
    Map<String, String> none = Map.of();
    if (!Environment.read(env, read.home(), none).mistakes().isEmpty()) {
      return Optional.empty(); // The environment contains a mistake, too.
    }
    Path data = read.dataDir();
    Path run = data.resolve("run");
    if (!Files.isDirectory(run) || Trial.isOf(data, read.home())) {
      return Optional.empty(); // A release on trial has failed, and the previous release must run.
    }
    try {
      return new KeptSettings(run)
          .read(DataFormats.serverLives(run))
          .map(kept -> Environment.read(env, read.home(), kept))
          .filter(environment -> environment.mistakes().isEmpty())
          .map(environment -> environment.with(read.mistakes()));
    } catch (IOException e) {
      return Optional.empty(); // Files in run/ cannot be read; a later check reports that.
    }
  }

  /**
   * Returns why the next start would fail; empty if no reason is known.
   *
   * @param next the settings that the next start would read
   * @param now the settings of this host
   */
  static Optional<String> refusal(Environment next, Environment now) {
    if (!next.mistakes().isEmpty()) {
      return Optional.of(String.join("; ", next.mistakes()));
    }
    try {
      if (next.adminPort() != now.adminPort()
          && next.adminPort() != 0
          && !LoopbackPort.free(next.adminPort())) {
        return Optional.of(
            "ADMIN_PORT=%d is in use on 127.0.0.1; free it or choose another"
                .formatted(next.adminPort()));
      }
      if (next.adminSocket().isPresent() && !next.adminSocket().equals(now.adminSocket())) {
        PageSocket.check(next.adminSocket().get());
      }
      Path data = now.dataDir();
      return StartRoom.missing(data, StartRoom.bytes(next.home(), data), "");
    } catch (Main.Refusal e) {
      return Optional.of(e.getMessage());
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty(); // A file disappeared while sizes were added up.
    }
  }
}
