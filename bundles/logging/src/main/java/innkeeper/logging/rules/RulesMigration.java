package innkeeper.logging.rules;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the rules in DATA_DIR/conf/redact.rules to redact.keep and conf/redaction. The rules are in
 * effect before anything is written, and stay so if a write fails; the next start tries again.
 * Lines that cannot be moved stay in the file.
 */
public final class RulesMigration {

  private static final Logger LOG = LoggerFactory.getLogger(RulesMigration.class);
  private static final String FILE = "redact.rules";
  private static final String NOT_READ =
      "conf/redact.rules is not read any more; its rules are moved at the next start";

  private final Path file;
  private final Path table;
  private final RegisteredSecrets secrets;
  private final OperatorTables tables;
  private volatile List<String> mistakes = List.of(NOT_READ);

  public RulesMigration(RegisteredSecrets secrets, OperatorTables tables) {
    this.file = tables.directory().resolveSibling(FILE);
    this.table = tables.directory().resolve("redact-rules.tsv");
    this.secrets = secrets;
    this.tables = tables;
  }

  /** Returns the reasons why lines were not moved; a reason has a line number and no value. */
  public List<String> mistakes() {
    return Files.exists(file) ? mistakes : List.of();
  }

  /** Moves the rules. It is called after the tables were read, and before any output is read. */
  public void run() {
    if (!Files.exists(file)) {
      return;
    }
    List<String> wrong = new ArrayList<>();
    try {
      OldRules rules = new OldRules(Files.readAllLines(file, StandardCharsets.UTF_8));
      wrong.addAll(rules.left.keySet());
      serve(rules);
      move(rules);
      wrong = new ArrayList<>(new OldRules(rules.left.values()).left.keySet());
    } catch (IOException | IllegalArgumentException e) {
      wrong.add(file + " could not be moved: " + e.getMessage());
    }
    wrong.forEach(why -> LOG.warn("redaction rules cannot be moved {}", why));
    wrong.add(0, NOT_READ);
    mistakes = List.copyOf(wrong);
  }

  /** Puts the rules in effect, from memory. */
  private void serve(OldRules rules) throws IOException {
    secrets.learn(Map.of(FILE, rules.literals));
    int rows = tables.tables().rows() + rules.keys.size();
    if (!rules.keys.isEmpty()) {
      tables.memory(FILE, KeyRow.added(KeyRow.COLUMNS, FILE, rules.keys));
    }
    if (tables.tables().rows() < rows) {
      tables.memory(FILE, "");
      throw new IOException("its keys have no effect, conf/redaction cannot have so many rows");
    }
  }

  private void move(OldRules rules) throws IOException {
    if (!PosixFilePermissions.toString(Files.getPosixFilePermissions(file)).endsWith("------")) {
      throw new IOException("it can be read by others; chmod 600 it");
    }
    if (rules.literals.isEmpty() && rules.keys.isEmpty() && !rules.left.isEmpty()) {
      return;
    }
    secrets.keep(FILE, rules.literals);
    if (!rules.keys.isEmpty()) {
      write(rules);
    }
    Path old = file.resolveSibling(FILE + ".old");
    for (int n = 1; Files.exists(old, LinkOption.NOFOLLOW_LINKS); n++) {
      old = file.resolveSibling(FILE + ".old." + n);
    }
    if (rules.left.isEmpty()) {
      Files.move(file, old);
      Durable.force(file.getParent());
    } else {
      SecretsFile.replace(old, Files.readString(file));
      SecretsFile.replace(file, String.join("\n", rules.left.values()) + "\n");
    }
    LOG.info("redact.rules moved to redact.keep and {} {} old={}", table, rules, old);
  }

  /** Writes the keys as rows, which then are read from their file. */
  private void write(OldRules rules) throws IOException {
    if (!Files.exists(tables.directory())) {
      Durable.subdirectory(tables.directory());
      Durable.force(file.getParent());
    }
    String there = Files.exists(table) ? Files.readString(table) : KeyRow.COLUMNS;
    if (there.lines().noneMatch(KeyRow.COLUMNS.strip()::equals)) {
      throw new IOException(table + " has other columns; rename it");
    }
    SecretsFile.replace(table, KeyRow.added(there, "redact-rules", rules.keys));
    tables.memory(FILE, "");
    if (tables.mistakes().stream().anyMatch(why -> why.contains("redact-rules.tsv"))) {
      serve(rules);
      throw new IOException(table + " has rows that are refused");
    }
  }
}
