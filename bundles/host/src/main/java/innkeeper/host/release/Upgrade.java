package innkeeper.host.release;

import innkeeper.api.host.Host.HostException;
import innkeeper.common.file.Durable;
import innkeeper.common.file.ReleaseFormats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Prepares an upgrade: turns an archive into a release that can be put on trial. */
public final class Upgrade {

  private final Releases releases;

  public Upgrade(Releases releases) {
    this.releases = releases;
  }

  /**
   * Unpacks a release and tests it on an empty DATA_DIR. The running release stays in use.
   *
   * @param check throws if the release in that directory would not start with the current settings
   * @return the home of the release
   */
  public Path prepare(
      Path file, String sha256, Consumer<Path> check, boolean page, Consumer<String> progress) {
    Path home;
    try {
      home = new ReleaseArchive(file, sha256).unpack(releases.folder(), releases.running().home());
    } catch (IOException e) {
      throw new HostException("releases cannot be kept in DATA_DIR: " + e.getMessage(), e);
    }
    progress.accept("unpacked " + home.getFileName());
    try {
      checkFormats(home);
      check.accept(home);
      long took = new TrialStart(home, home.resolveSibling(".rehearsal")).run(page);
      progress.accept("tried on an empty DATA_DIR, ready after " + took + " ms");
      return home;
    } catch (HostException e) {
      try {
        Durable.removeTree(home);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /**
   * Checks that a release reads what the running one has written. Boot makes the same check at each
   * start. This one is made before the running host gives way.
   */
  private void checkFormats(Path next) {
    Path running = releases.running().home();
    try {
      ReleaseFormats.of(next)
          .unread(ReleaseFormats.of(running).written())
          .ifPresent(
              one -> {
                throw new HostException(
                    ("%s does not read what %s has written here: %s has format %d, it reads %d at"
                            + " most; nothing was changed; other releases: innkeeper upgrade --list")
                        .formatted(
                            Releases.at(next).name(),
                            Releases.at(running).name(),
                            one.name(),
                            one.number(),
                            one.most()));
              });
    } catch (IOException e) {
      throw new HostException(e.getMessage(), e);
    }
  }

  public void propose(Path home) {
    releases.propose(home);
  }

  /** Returns the previous release, after checking that it reads the current formats. */
  public Path before() {
    Path before =
        releases
            .previous()
            .orElseThrow(() -> new HostException("no other release ran before this one"));
    checkFormats(before);
    return before;
  }
}
