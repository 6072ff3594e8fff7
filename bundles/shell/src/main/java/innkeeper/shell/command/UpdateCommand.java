package innkeeper.shell.command;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code update NAME|ID [URL]}: Felix's own takes numbers only. */
final class UpdateCommand implements Command {

  private static final Logger LOG = LoggerFactory.getLogger(UpdateCommand.class);

  private final House house;
  private final Bundles bundles;

  UpdateCommand(House house, Bundles bundles) {
    this.house = house;
    this.bundles = bundles;
  }

  @Override
  public Help help() {
    return Help.of("update NAME|ID [URL|FILE]", "updates a bundle in place")
        .details(
            "Without a URL from where the bundle came from. For a new version rather use install:",
            "it brings the old one back when the new one fails.")
        .argument(Help.Kind.BUNDLE);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, Set.of(), Set.of());
    if (options.plain().isEmpty()) {
      options.wrong("NAME or ID is missing");
    }
    options.atMost(2).checkNoRest();
    String name = options.plain().get(0);
    Optional<URI> from = Optional.empty();
    if (options.plain().size() == 2) {
      from = Optional.of(source(caller, options.plain().get(1)));
    }
    // Taken before: should this very shell be updated, its references are gone afterwards.
    Optional<AuditLog> before = house.now().audit();
    String now;
    try {
      now = bundles.update(name, from);
    } catch (RefusedException e) {
      record(before, new AuditDraft("surface.update", "", caller.actor(), "failed", name));
      throw e;
    }
    caller.out().println(now);
    caller.out().flush();
    record(before, AuditDraft.ok("surface.update", caller.actor(), now));
    return 0;
  }

  private void record(Optional<AuditLog> before, AuditDraft draft) throws RefusedException {
    try {
      if (before.isPresent()) {
        before.get().append(draft);
        return;
      }
    } catch (RuntimeException e) {
      // Most likely the store itself was updated: its successor takes the entry.
      LOG.debug("record is asked for anew reason={}", e.toString());
    }
    house.audit().append(draft);
  }

  /** What has a scheme is a URL, all else a file. */
  private static URI source(Caller caller, String word) throws RefusedException {
    int colon = word.indexOf(':');
    if (colon > 1 && word.indexOf('/') != 0) {
      try {
        return URI.create(word);
      } catch (IllegalArgumentException e) {
        throw new RefusedException(word + " is no URL: " + e.getMessage(), e);
      }
    }
    return caller.directory().resolve(word).normalize().toUri();
  }
}
