package innkeeper.api.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.health.Times;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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
   * @param sha256 the jar's, in hex; "" for not to be checked
   * @param progress told in one line each, before it is done, of what will be touched
   * @return what serves now
   * @throws SurfaceException that names what is missing; what was there before serves again
   */
  Surface install(Path jar, String sha256, Consumer<String> progress, Actor actor);

  /**
   * Puts a jar in a bundle's place until the host's next start, after the same checks as {@link
   * #install}; what came with the bundle's own file serves again if the jar does not.
   *
   * @param nameOrId symbolic name or number; of several of one name the one that serves
   * @param jar of the same symbolic name; empty for the bundle's own file, read again
   * @return what serves now
   * @throws SurfaceException that says why it was refused or undone
   */
  Surface update(String nameOrId, Optional<Path> jar, Actor actor);

  /**
   * Takes out what {@code install} brought; the release's own comes back.
   *
   * @param name symbolic, or the file's
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
   * @param gives interfaces of the services it has registered
   * @param needs interfaces of others' services that it uses
   * @param history the last changes under this name since the host started, oldest first
   */
  record Surface(
      String name,
      String version,
      String state,
      Instant since,
      String origin,
      String why,
      List<String> gives,
      List<String> needs,
      List<Change> history) {

    /** One that gives and needs nothing. */
    public Surface(
        String name, String version, String state, Instant since, String origin, String why) {
      this(name, version, state, since, origin, why, List.of(), List.of(), List.of());
    }

    /** Wire form. */
    public Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", name);
      map.put("version", version);
      map.put("state", state);
      map.put("since", Times.iso(since));
      map.put("origin", origin);
      map.put("why", why.isEmpty() ? null : why);
      map.put("gives", gives);
      map.put("needs", needs);
      map.put("history", history.stream().map(Change::toMap).toList());
      return map;
    }
  }

  /**
   * What became of a version.
   *
   * @param what {@code started}, {@code stopped} or {@code updated}
   */
  record Change(Instant at, String version, String what) {

    /** Wire form. */
    public Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("at", Times.iso(at));
      map.put("version", version);
      map.put("what", what);
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
