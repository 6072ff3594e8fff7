package innkeeper.devkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program of {@code innkeeper bundle new} and {@code innkeeper bundle dev}; bin/innkeeper runs
 * it.
 */
public final class BundleMain {

  private static final int REFUSED = 1;
  private static final int USAGE = 2;

  private static final String USAGES =
      """
      usage: innkeeper bundle new KIND NAME [--plain] [--in DIR]
             innkeeper bundle dev DIR [--remove]""";

  private BundleMain() {}

  public static void main(String[] args) throws Exception {
    System.exit(run(Path.of(System.getProperty("innkeeper.home")), List.of(args)));
  }

  static int run(Path home, List<String> args) throws InterruptedException {
    try {
      List<String> words = new ArrayList<>(args);
      words.remove(0); // the word "bundle"
      if (words.isEmpty() || words.get(0).equals("--help")) {
        System.out.println(USAGES);
        System.out.println("kinds: " + BundleKind.names(home));
        return words.isEmpty() ? USAGE : 0;
      }
      return switch (words.remove(0)) {
        case "new" -> make(home, words);
        case "dev" -> develop(home, words);
        default -> throw new WrongUsageException("a bundle is made or developed: new or dev");
      };
    } catch (WrongUsageException e) {
      System.err.println("innkeeper: " + e.getMessage() + "\n" + USAGES);
      return USAGE;
    } catch (RefusedException | IOException e) {
      System.err.println("innkeeper: " + e.getMessage());
      return REFUSED;
    }
  }

  private static int make(Path home, List<String> words) throws RefusedException, IOException {
    boolean plain = words.remove("--plain");
    Path in = value(words, "--in").map(Path::of).orElse(Path.of(""));
    checkCount(words, 2, words.isEmpty() ? "KIND" : "NAME");
    BundleKind kind = BundleKind.of(home, words.get(0));
    Path made = new NewProject(home, kind, BundleName.of(words.get(1)), plain).in(in);
    System.out.println("made " + made + ": " + kind.title());
    System.out.println(
        "build and test:  "
            + (plain ? made.resolve("build.sh") : "mvn -f " + made + " package")
            + "\nwork on it:      innkeeper bundle dev "
            + made);
    return 0;
  }

  private static int develop(Path home, List<String> words)
      throws RefusedException, IOException, InterruptedException {
    boolean remove = words.remove("--remove");
    checkCount(words, 1, "DIR");
    Path dir = Path.of(words.get(0)).toAbsolutePath().normalize();
    if (!Files.isDirectory(dir)) {
      throw new RefusedException(dir + " is not a directory; make one with: innkeeper bundle new");
    }
    String several = System.getProperty("innkeeper.several", "");
    if (!several.isEmpty()) {
      System.err.println(several);
      return USAGE;
    }
    new DevLoop(dir, BundleProject.of(home, dir), new HostCommands(home), remove).run();
    return 0;
  }

  private static Optional<String> value(List<String> words, String option)
      throws WrongUsageException {
    int at = words.indexOf(option);
    if (at < 0) {
      return Optional.empty();
    }
    if (at + 1 == words.size()) {
      throw new WrongUsageException(option + " needs a value");
    }
    words.remove(at);
    return Optional.of(words.remove(at));
  }

  private static void checkCount(List<String> words, int count, String what)
      throws WrongUsageException {
    for (String word : words) {
      if (word.startsWith("-")) {
        throw new WrongUsageException("unknown option " + word);
      }
    }
    if (words.size() != count) {
      throw new WrongUsageException(
          words.size() < count ? what + " is missing" : "unexpected word " + words.get(count));
    }
  }
}
