package innkeeper.shell.cli;

import java.util.List;
import java.util.OptionalLong;

/** The framework's bundles, as far as a command touches them itself. */
public interface Bundles {

  /** Symbolic names, each once. */
  List<String> names();

  /** The number of the bundle of that symbolic name; of several the one that serves. */
  OptionalLong id(String name);
}
