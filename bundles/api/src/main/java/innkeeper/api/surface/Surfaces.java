package innkeeper.api.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.health.Times;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/** The bundles that serve. Safe for many threads. */
@ProviderType
public interface Surfaces {

  /** Every bundle of ours and of the user's, by name. */
  List<Surface> list();

  /**
   * Adds or replaces one: checks the manifest, copies aside, forces, renames into DATA_DIR/surfaces
   * (a name of ours) or DATA_DIR/plugins, waits until it serves.
   *
   * @return what serves now
   * @throws SurfaceException that names what is missing; what was there before serves again
   */
  Surface install(Path jar, Actor actor);

  /**
   * Takes out what {@code install} brought; the release's own comes back.
   *
   * @throws SurfaceException if nothing of that name was installed by the user
   */
  void uninstall(String name, Actor actor);

  /**
   * One bundle that serves, or should.
   *
   * @param name Bundle-SymbolicName
   * @param state {@code active}, {@code resolved}, {@code installed}, {@code starting} …
   * @param since when it came into that state
   * @param origin {@code release} or {@code user}
   * @param why what keeps it from serving; "" when it serves
   */
  record Surface(
      String name, String version, String state, Instant since, String origin, String why) {

    /** Wire form. */
    public Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", name);
      map.put("version", version);
      map.put("state", state);
      map.put("since", Times.iso(since));
      map.put("origin", origin);
      map.put("why", why.isEmpty() ? null : why);
      return map;
    }
  }

  /** Refused or undone; one line that says why. */
  class SurfaceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SurfaceException(String message) {
      super(message);
    }

    public SurfaceException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
