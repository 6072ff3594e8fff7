package innkeeper.shell.command;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The framework's bundles, as far as a command touches them itself. */
public interface Bundles {

  /** Symbolic names, each once. */
  List<String> names();

  /** The number of the bundle of that symbolic name; of several the one that serves. */
  OptionalLong id(String name);

  /**
   * Updates one in place.
   *
   * @param nameOrId symbolic name or number; of several of one name the one that serves
   * @param from where its new content lies; empty: where it came from
   * @return name, version and state afterwards
   * @throws RefusedException that says why not
   */
  String update(String nameOrId, Optional<URI> from) throws RefusedException;
}
