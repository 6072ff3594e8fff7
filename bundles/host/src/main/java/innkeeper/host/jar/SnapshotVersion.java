package innkeeper.host.jar;

import java.util.Comparator;
import org.osgi.framework.Version;

/**
 * The order and the text of versions that may be snapshots. OSGi sorts {@code 0.2.0.SNAPSHOT} after
 * {@code 0.2.0}, although the snapshot comes first.
 */
public final class SnapshotVersion {

  private static final String SNAPSHOT = "SNAPSHOT";

  /** Sorts a snapshot before its release, and all other versions as OSGi does. */
  public static final Comparator<Version> ORDER =
      Comparator.comparing((Version v) -> new Version(v.getMajor(), v.getMinor(), v.getMicro()))
          .thenComparing(v -> !v.getQualifier().equals(SNAPSHOT))
          .thenComparing(Comparator.naturalOrder());

  private SnapshotVersion() {}

  /** Returns the version in the form of poms and documents: {@code 0.2.0-SNAPSHOT}. */
  public static String text(Version version) {
    return version.toString().replace("." + SNAPSHOT, "-" + SNAPSHOT);
  }
}
