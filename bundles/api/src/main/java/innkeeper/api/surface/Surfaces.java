package innkeeper.api.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The bundles in the framework, and the service that adds, replaces and removes them. A surface is
 * a bundle of the release that serves one operational part; {@link Surface} describes any bundle.
 * The host bundle provides it, so the service is never away. Safe for many threads; changes are
 * made one at a time, and their callers wait. No method returns null.
 */
@ProviderType
public interface Surfaces {

  /** Returns the release's surfaces and the user's bundles, sorted by name. */
  List<Surface> list();

  /**
   * Adds a bundle, or replaces the one of the same name. It checks the manifest and puts the jar
   * into DATA_DIR/surfaces (a surface of the release) or DATA_DIR/plugins. Then it waits until the
   * bundle is active and provides the services that the replaced one provided to other bundles.
   *
   * @param sha256 the jar's digest in hex; "" for no check
   * @param acceptMissing whether the bundle may lack services that the replaced one provided to
   *     others; if false, such a bundle is refused
   * @return the bundle that is active now
   * @throws SurfaceException if the jar is refused or does not become active; the message names the
   *     missing part, and the previous bundle is active again
   */
  Surface install(Path jar, String sha256, boolean acceptMissing, Actor actor);

  /**
   * Runs a jar in the place of a bundle until the host's next start, after the same checks as
   * {@link #install}. The bundle's own file is active again if the jar does not become active.
   *
   * @param nameOrId symbolic name or bundle id; if several bundles have the name, the active one
   *     counts
   * @param jar a jar of the same symbolic name; empty to read the bundle's own file again
   * @return the bundle that is active now
   * @throws SurfaceException if the jar is refused or does not become active, with the reason
   */
  Surface update(String nameOrId, Optional<Path> jar, Actor actor);

  /**
   * Removes every version of a bundle that the user installed. If it replaced a surface of the
   * release, that surface is active again.
   *
   * @param name symbolic name, or the jar's file name
   * @throws SurfaceException if the user installed no bundle of that name
   */
  void uninstall(String name, Actor actor);

  /**
   * Returns the leftovers of a bundle's earlier versions since the host started. It takes up to a
   * second, because it waits for their threads to end and runs the garbage collector.
   *
   * @param name Bundle-SymbolicName of a bundle that the user installed
   * @return empty if no bundle of that name was ever started
   */
  Leftovers leftovers(String name);

  /**
   * The leftovers of a bundle's earlier versions. The host cannot remove them; they exist until the
   * next start of the host.
   *
   * @param threads threads that the versions started and that still run: name and place in the code
   * @param services services of their classes that are still registered
   * @param classLoaders the number of their class loaders that are still referenced: by those
   *     threads, by a service, or by another object
   */
  record Leftovers(
      @JsonForm("threads that they started and that still run") List<String> threads,
      @JsonForm("services of their classes that are still registered") List<String> services,
      @JsonForm("how many of their class loaders are still in use") int classLoaders)
      implements JsonBody {

    /** Returns whether there are no leftovers: all three are empty. */
    public boolean none() {
      return threads.isEmpty() && services.isEmpty() && classLoaders == 0;
    }
  }

  /**
   * One bundle.
   *
   * @param name Bundle-SymbolicName
   * @param version Bundle-Version
   * @param state {@code active}, {@code resolved}, {@code installed}, {@code starting} …
   * @param since when it entered that state
   * @param origin {@code release} or {@code user}
   * @param why the reason why it does not serve; "" if it does
   * @param gives interfaces of the services that it has registered
   * @param needs interfaces of other bundles' services that it uses
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

    /** Creates the description of a bundle without services and history. */
    public Surface(
        String name, String version, String state, Instant since, String origin, String why) {
      this(name, version, state, since, origin, why, List.of(), List.of(), List.of());
    }
  }

  /**
   * One change of a bundle.
   *
   * @param version the Bundle-Version of the change
   * @param what {@code started}, {@code stopped} or {@code updated}
   */
  @JsonForm(name = "SurfaceChange")
  record Change(
      Instant at, String version, @JsonForm(oneOf = {"started", "stopped", "updated"}) String what)
      implements JsonBody {}

  /** A change was refused or undone. The message is one line with the reason and the next step. */
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
