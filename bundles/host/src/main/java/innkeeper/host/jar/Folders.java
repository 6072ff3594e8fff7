package innkeeper.host.jar;

import java.nio.file.Path;

/**
 * Whose a jar is, by the folder it lies in. A release that was upgraded to lies below DATA_DIR too,
 * so "below DATA_DIR" does not mean "the user's".
 */
public record Folders(Path home, Path data) {

  /** Whether the user put it there: DATA_DIR/surfaces and DATA_DIR/plugins, not deeper. */
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

  /** As messages call it: relative to DATA_DIR where it lies there. */
  public String name(Path jar) {
    return (jar.startsWith(data) ? data.relativize(jar) : jar).toString();
  }
}
