package innkeeper.api.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The bundles in the framework, and how they are added, replaced and removed. A surface is a bundle
 * of the release that serves one operational part; {@link Surface} describes any bundle. Provided
 * by the host bundle, so the service is never away. Safe for many threads; changes are made one at
 * a time, and their callers wait. No method returns null.
 */
@ProviderType
public interface Surfaces {

  /**
   * The release's surfaces and the user's bundles.
   *
   * @return sorted by name
   */
  List<Surface> list();

  /**
   * Adds a bundle, or replaces the one of the same name. Checks the manifest, puts the jar into
   * DATA_DIR/surfaces (a surface of the release) or DATA_DIR/plugins, and waits until it is active
   * and gives the services that the replaced one gave to other bundles.
   *
   * @param sha256 the jar's digest in hex; "" if it is not to be checked
   * @param acceptMissing whether the bundle may lack services that the replaced one gave to others;
   *     if not, it is refused
   * @return the bundle that is active now
   * @throws SurfaceException if the jar is refused or does not become active; the message names
   *     what is missing, and the bundle before it is active again
   */
  Surface install(Path jar, String sha256, boolean acceptMissing, Actor actor);

  /**
   * Runs a jar in a bundle's place until the host's next start, after the same checks as {@link
   * #install}. The bundle's own file is active again if the jar does not become active.
   *
   * @param nameOrId symbolic name or bundle id; of several of one name the active one
   * @param jar of the same symbolic name; empty for the bundle's own file, read again
   * @return the bundle that is active now
   * @throws SurfaceException if the jar is refused or does not become active, with the reason
   */
  Surface update(String nameOrId, Optional<Path> jar, Actor actor);

  /**
   * Removes every version of a bundle that the user installed. A surface of the release that it
   * replaced is active again.
   *
   * @param name symbolic name, or the jar's file name
   * @throws SurfaceException if nothing of that name was installed by the user
   */
  void uninstall(String name, Actor actor);

  /**
   * What earlier versions of a bundle left behind since the host started. Takes up to a second:
   * waits for their threads to end, and runs the garbage collector.
   *
   * @param name Bundle-SymbolicName of a bundle that the user installed
   * @return empty for a name that was never started
   */
  Leftovers leftovers(String name);

  /**
   * What earlier versions of a bundle left behind. The host cannot take it away; it is there until
   * the next start of the host.
   *
   * @param threads that they started and that still run: name and place in the code
   * @param services of their classes that are still registered
   * @param classLoaders how many of their class loaders are still in use: by those threads, by a
   *     service, or by a reference that something else keeps
   */
  record Leftovers(
      @JsonForm("threads that they started and that still run") List<String> threads,
      @JsonForm("services of their classes that are still registered") List<String> services,
      @JsonForm("how many of their class loaders are still in use") int classLoaders)
      implements JsonBody {

    /**
     * Whether nothing is left.
     *
     * @return true if all three are empty
     */
    public boolean none() {
      return threads.isEmpty() && services.isEmpty() && classLoaders == 0;
    }

    @Override
    public Map<String, Object> toMap() {
      return JsonBody.super.toMap();
    }
  }

  /**
   * One bundle.
   *
   * @param name Bundle-SymbolicName
   * @param version Bundle-Version
   * @param state {@code active}, {@code resolved}, {@code installed}, {@code starting} …
   * @param since when it came into that state
   * @param origin {@code release} or {@code user}
   * @param why why it does not serve; "" when it does
   * @param gives interfaces of the services it has registered
   * @param needs interfaces of others' services that it uses
   * @param history the last changes under this name since the host started, oldest first
   */
  record Surface(
      String name,
      String version,
      String state,
      Instant since,
      @JsonForm(oneOf = {"release", "user"}) String origin,
      @JsonForm(empty = Empty.NULL) String why,
      @JsonForm("interfaces of the services it has registered") List<String> gives,
      @JsonForm("interfaces of others' services that it uses") List<String> needs,
      @JsonForm("the last changes under this name since the host started, oldest first")
          List<Change> history)
      implements JsonBody {

    /** A bundle without services and history. */
    public Surface(
        String name, String version, String state, Instant since, String origin, String why) {
      this(name, version, state, since, origin, why, List.of(), List.of(), List.of());
    }

    @Override
    public Map<String, Object> toMap() {
      return JsonBody.super.toMap();
    }
  }

  /**
   * One change of a bundle.
   *
   * @param version Bundle-Version that it concerned
   * @param what {@code started}, {@code stopped} or {@code updated}
   */
  @JsonForm(name = "SurfaceChange")
  record Change(
      Instant at, String version, @JsonForm(oneOf = {"started", "stopped", "updated"}) String what)
      implements JsonBody {

    @Override
    public Map<String, Object> toMap() {
      return JsonBody.super.toMap();
    }
  }

  /** A change was refused or undone. The message is one line that says why and what to do. */
  class SurfaceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one without a cause. */
    public SurfaceException(String message) {
      super(message);
    }

    /** Makes one with a cause. */
    public SurfaceException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
