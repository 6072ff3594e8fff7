package innkeeper.host.jar;

import org.osgi.framework.Version;

/** The text of a version that may be a snapshot. */
public final class SnapshotVersion {

  private static final String SNAPSHOT = "SNAPSHOT";

  private SnapshotVersion() {}

  /** Returns the version as poms and documents have it: {@code 0.2.0-SNAPSHOT}. */
  public static String text(Version version) {
    return version.toString().replace("." + SNAPSHOT, "-" + SNAPSHOT);
  }
}
