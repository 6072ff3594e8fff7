package innkeeper.host.jar;

import java.nio.file.Path;

/**
 * Decides by a jar's folder whether it belongs to the user, the release or the platform. An
 * upgraded release lies below DATA_DIR too, so a path below DATA_DIR is not always the user's.
 */
public record Folders(Path home, Path data) {

  /**
   * Returns whether the user put the jar there, directly into DATA_DIR/surfaces or
   * DATA_DIR/plugins.
   */
  public boolean isUsers(Path jar) {
    Path folder = jar.getParent();
    return surfaces().equals(folder) || plugins().equals(folder);
  }

  public boolean isReleases(Path jar) {
    return jar.startsWith(home) && !isUsers(jar);
  }

  public boolean isPlatform(Path jar) {
    return jar.startsWith(home.resolve("platform"));
  }

  public Path surfaces() {
    return data.resolve("surfaces");
  }

  public Path plugins() {
    return data.resolve("plugins");
  }

  /** Returns the name of the jar in messages: its path, relative to DATA_DIR if it lies there. */
  public String name(Path jar) {
    return (jar.startsWith(data) ? data.relativize(jar) : jar).toString();
  }
}
