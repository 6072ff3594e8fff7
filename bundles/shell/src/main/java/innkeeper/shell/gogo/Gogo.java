package innkeeper.shell.gogo;

import innkeeper.shell.cli.Bundles;
import innkeeper.shell.cli.Caller;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandProcessor;

/** Gives access to Felix's shell while its bundle is active. */
public final class Gogo {

  private final Supplier<Optional<CommandProcessor>> processor;
  private final Bundles bundles;

  public Gogo(Supplier<Optional<CommandProcessor>> processor, Bundles bundles) {
    this.processor = processor;
    this.bundles = bundles;
  }

  /** Opens a new session; returns empty while Gogo is away. */
  public Optional<GogoShell> open(Caller caller, InputStream input) {
    return processor.get().map(p -> new GogoShell(p, caller, input, bundles));
  }

  /** Returns whether the session belongs to the Gogo that is active now. */
  public boolean serves(GogoShell shell) {
    return processor.get().map(p -> p == shell.processor()).orElse(false);
  }
}
