package innkeeper.shell.command;

import innkeeper.api.audit.AuditDraft;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code update NAME|ID [URL]}: Felix's own takes numbers only. */
final class UpdateCommand implements Command {

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
    String now = bundles.update(name, from);
    caller.out().println(now);
    caller.out().flush();
    house.audit().append(AuditDraft.ok("surface.update", caller.actor(), now));
    return 0;
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
