package innkeeper.logging.capture;

import innkeeper.api.log.Redactor.Found;
import innkeeper.api.log.Redactor.LearnedValue;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.file.Owner;
import innkeeper.logging.rules.FoundSecrets;
import innkeeper.logging.rules.SecretsFile;
import innkeeper.redaction.ByteSink;
import innkeeper.redaction.Engine;
import innkeeper.redaction.Finding;
import innkeeper.redaction.LearnedValues;
import innkeeper.redaction.LearnedValues.Learned;
import innkeeper.redaction.LearnedValues.Limits;
import innkeeper.redaction.RedactingStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of one project's output, and the values learned from that output. The values lie
 * beside the ring in memory, so that a successor of this bundle or process knows them. They are
 * never on disk.
 */
public final class ProjectEngine {

  /** The suffix of a file with learned values. */
  static final String ENDING = ".learned";

  private static final Logger LOG = LoggerFactory.getLogger(ProjectEngine.class);
  private static final String LEARNED = "learned.value";
  private static final byte[] MARK = "[REDACTED]".getBytes(StandardCharsets.UTF_8);
  private static final int TAIL = 32 * 1024;

  private final Engine engine;
  private final LearnedValues learned;
  private final SecretsFile file;

  /**
   * Creates the engine of a project.
   *
   * @param file the file for learned values; null if no directory in memory exists
   */
  public ProjectEngine(Engine engine, Supplier<Limits> limits, Path file) {
    this(engine, limits, file, InstantSource.system());
  }

  ProjectEngine(Engine engine, Supplier<Limits> limits, Path file, InstantSource clock) {
    this.engine = engine;
    this.learned = new LearnedValues(limits, clock);
    this.file = new SecretsFile(file);
  }

  /** Reads the values that a predecessor learned, and the values that the log displays. */
  ProjectEngine recall(Path log) {
    try {
      Map<String, Learned> known = new LinkedHashMap<>();
      file.read().forEach(value -> known.put(value.getKey(), read(value.getValue())));
      learned.recall(known);
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("learned values are not known any more, they are learned again log={}", log, e);
    }
    try {
      shown(log);
    } catch (IOException e) {
      LOG.debug("log's end could not be read log={}", log, e);
    }
    return this;
  }

  private void shown(Path log) throws IOException {
    if (!Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS) || !Owner.ours(log)) {
      return;
    }
    byte[] tail = FileAccess.read(log, Math.max(0, Files.size(log) - TAIL), TAIL);
    learned.shown(tail, 0, tail.length);
  }

  RedactingStream stream(ByteSink sink) {
    return engine.stream(sink, learned);
  }

  /**
   * Marks the learned values as settled, because the log contains all forwarded bytes. A replay may
   * begin with these values.
   */
  void settle() {
    if (learned.settle()) {
      write();
    }
  }

  /** Discards values that are not settled, because their bytes are fed again. */
  void rewind() {
    learned.rewind();
  }

  /** Returns the learned values, without the values themselves. */
  public List<LearnedValue> list() {
    return learned.values().values().stream()
        .map(
            value ->
                new LearnedValue(
                    value.id(),
                    value.rule(),
                    Instant.ofEpochMilli(value.since()),
                    Instant.ofEpochMilli(value.until()),
                    value.forgotten()))
        .toList();
  }

  /** Returns the parts of a text that would be hidden, with their rules. */
  public List<Found> find(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<Finding> findings =
        engine.find(text, learned).stream().map(finding -> explained(bytes, finding)).toList();
    return FoundSecrets.in(text, findings);
  }

  /** Returns the text without the parts that the engine hides now. */
  public String hide(String text) {
    List<Finding> findings = engine.find(text, learned);
    if (findings.isEmpty()) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    int shown = 0;
    for (Finding finding : findings) {
      out.write(bytes, shown, Math.max(0, finding.from() - shown));
      out.writeBytes(MARK);
      shown = Math.max(shown, finding.to());
    }
    out.write(bytes, shown, bytes.length - shown);
    return out.toString(StandardCharsets.UTF_8);
  }

  private Finding explained(byte[] text, Finding finding) {
    int length = finding.to() - finding.from();
    String hidden = new String(text, finding.from(), length, StandardCharsets.UTF_8);
    String id = finding.rule().equals(LEARNED) ? learned.idOf(hidden).orElse("") : "";
    String rule = id.isEmpty() ? finding.rule() : LEARNED + " " + id;
    return new Finding(rule, finding.from(), finding.to());
  }

  /** Ends the search for that value; returns whether it exists. */
  public boolean forget(String id) {
    boolean known = learned.forget(id);
    if (known) {
      write();
    }
    return known;
  }

  private synchronized void write() {
    Map<String, String> entries = new LinkedHashMap<>();
    learned.values().forEach((value, about) -> entries.put(value, written(about)));
    try {
      file.replace(entries);
    } catch (IOException e) {
      LOG.warn("learned values will be forgotten with this process", e);
    }
  }

  private static String written(Learned value) {
    return String.join(
        " ",
        value.id(),
        value.rule(),
        Long.toString(value.since()),
        Long.toString(value.until()),
        Boolean.toString(value.credentials()),
        Boolean.toString(value.forgotten()));
  }

  private static Learned read(String entry) {
    String[] parts = entry.split(" ");
    if (parts.length < 6 || !parts[0].matches("v[0-9]{1,18}")) {
      throw new IllegalArgumentException("the file of learned values has another format");
    }
    return new Learned(
        parts[0],
        parts[1],
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        Boolean.parseBoolean(parts[4]),
        Boolean.parseBoolean(parts[5]));
  }
}
