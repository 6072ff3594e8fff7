package innkeeper.shell.cli;

import java.util.List;
import java.util.OptionalLong;

/** Gives commands access to the framework's bundles. */
public interface Bundles {

  /** Returns the symbolic names, each once. */
  List<String> names();

  /** Returns the id of the bundle with that symbolic name; among several, the one that serves. */
  OptionalLong id(String name);
}
