package innkeeper.logging.rules;

import innkeeper.logging.file.DirectoryWatch;
import innkeeper.redaction.Rule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DATA_DIR/conf/redact.rules, what the operator adds. One entry a line, blank lines and {@code #}
 * comments apart: {@code literal VALUE} (all that follows the blank, to the line's end) and {@code
 * key NAME} (what follows {@code NAME=} or {@code NAME:}). Read again when it changes; a literal
 * taken out is forgotten with the next start of this bundle.
 */
public final class OperatorRules {

  public static final String FILE = "redact.rules";

  private static final Logger LOG = LoggerFactory.getLogger(OperatorRules.class);

  private final Path file;
  private final RegisteredSecrets literals;
  private final Rules rules;
  private volatile List<String> mistakes = List.of();

  public OperatorRules(Path conf, RegisteredSecrets literals, Rules rules) {
    this.file = conf.resolve(FILE);
    this.literals = literals;
    this.rules = rules;
  }

  /** What in the file was not understood; names lines, never values. */
  public List<String> mistakes() {
    return mistakes;
  }

  /** Reads the file again whenever something happens to it. */
  public DirectoryWatch.Eye eye() {
    return new DirectoryWatch.Eye() {
      @Override
      public void seen(Set<Path> paths) {
        if (paths.contains(file)) {
          read();
        }
      }

      @Override
      public void all() {
        read();
      }
    };
  }

  public synchronized void read() {
    if (!Files.exists(file)) {
      rules.operators(List.of());
      mistakes = List.of();
      return;
    }
    List<String> wrong = new ArrayList<>();
    List<Rule> found = new ArrayList<>();
    Map<String, List<String>> values = new LinkedHashMap<>();
    try {
      int number = 0;
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        number++;
        if (line.startsWith("literal ") && !line.substring(8).isBlank()) {
          values.put(FILE + " line " + number, List.of(line.substring(8).strip()));
        } else if (line.startsWith("key ") && KeyRule.may(line.substring(4).strip())) {
          found.add(new KeyRule(line.substring(4).strip()));
        } else if (!line.isBlank() && !line.startsWith("#")) {
          wrong.add(FILE + " line " + number + " is neither 'literal VALUE' nor 'key NAME'");
        }
      }
      if (openToOthers()) {
        wrong.add(file + " can be read by others; chmod 600 it");
      }
      literals.learn(values);
      rules.operators(found);
    } catch (IOException e) {
      // What was known before stays in force.
      wrong.add(file + " could not be read: " + e.getMessage());
    }
    wrong.forEach(mistake -> LOG.warn("redaction rules need mending {}", mistake));
    mistakes = List.copyOf(wrong);
  }

  private boolean openToOthers() throws IOException {
    Set<PosixFilePermission> allowed =
        Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    return !allowed.containsAll(Files.getPosixFilePermissions(file, new LinkOption[0]));
  }
}
