package innkeeper.logging;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.LogWaitListener;
import innkeeper.api.log.RedactionRule;
import innkeeper.api.log.Redactor;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.record.LogRecords;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.settings.Settings;
import innkeeper.logging.capture.Captures;
import innkeeper.logging.capture.ProjectEngine;
import innkeeper.logging.file.DirectoryWatch;
import innkeeper.logging.file.Tmpfs;
import innkeeper.logging.reading.search.SearchService;
import innkeeper.logging.rules.CommandSecrets;
import innkeeper.logging.rules.DefinitionSecrets;
import innkeeper.logging.rules.FoundSecrets;
import innkeeper.logging.rules.GuardedRule;
import innkeeper.logging.rules.OperatorTables;
import innkeeper.logging.rules.RegisteredSecrets;
import innkeeper.logging.rules.Rules;
import innkeeper.logging.rules.RulesMigration;
import innkeeper.logging.rules.ServerSecrets;
import innkeeper.redaction.Engine;
import innkeeper.redaction.LearnedValues.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of the logging bundle, and their connections. */
final class Logging implements Redactor {

  private static final Logger LOG = LoggerFactory.getLogger(Logging.class);

  private static final long AUDIT_AGAIN_NANOS = 1_000_000_000L;
  private static final long EXPIRE_NANOS = Duration.ofMinutes(10).toNanos();

  private final Engine engine = new Engine();
  private final Settings settings;
  private final Supplier<Optional<AuditLog>> audit;
  private final Consumer<RotatableLog> appeared;
  private final RegisteredSecrets literals;
  private final Rules rules = new Rules(engine, this::switchedOff);
  private final ServerSecrets servers;
  private final OperatorTables tables;
  private final RulesMigration migration;
  private final Captures captures;
  private final Optional<MainLog> main;
  private final LogsService logs;
  private final DirectoryWatch watch;
  private final String memoryFault;
  private final Path memory;
  private final Optional<DirectoryOwner> deed;
  private final List<LogWaitListener> waitListeners = new CopyOnWriteArrayList<>();

  /**
   * Creates the parts; {@link #start} starts them.
   *
   * @param appeared called once for each log that can be rotated, on a thread of this bundle
   */
  Logging(
      Settings settings,
      Supplier<Optional<Rotator>> rotator,
      Supplier<Optional<AuditLog>> audit,
      Consumer<RotatableLog> appeared)
      throws IOException {
    Path dataDir = settings.dataDir();
    Path directory = null;
    DirectoryOwner taken = null;
    String fault = "";
    try {
      directory = Tmpfs.directory(dataDir);
      taken = DirectoryOwner.take(directory, dataDir);
    } catch (IOException e) {
      directory = null;
      fault = String.valueOf(e.getMessage());
      LOG.warn("a crash can lose output that was read and not written why={}", fault);
    }
    this.memory = directory;
    this.deed = Optional.ofNullable(taken);
    this.memoryFault = fault;
    this.settings = settings;
    this.audit = audit;
    this.appeared = appeared;
    literals = new RegisteredSecrets(engine, memory, dataDir);
    servers = new ServerSecrets(literals, this::inCommand, memory, Clock.systemUTC());
    captures =
        new Captures(
            dataDir,
            memory,
            file -> new ProjectEngine(engine, this::limits, file),
            servers,
            rotator,
            () -> settings.number("LOG_MAX_BYTES"),
            appeared::accept,
            this::tellWaits);
    tables = new OperatorTables(dataDir.resolve("conf"), engine, this::later, this::audit);
    migration = new RulesMigration(literals, tables);
    main = MainLog.find(rotator);
    logs = new LogsService(dataDir, captures, main);
    watch = new DirectoryWatch(Map.of(captures.run(), captures, tables.directory(), tables.eye()));
  }

  LogsService logs() {
    return logs;
  }

  LogSearch search(LogRecords records) {
    return new SearchService(new SearchedLogs(logs, captures, engine), records);
  }

  /** Returns the reason why no directory in memory exists; "" if it exists. */
  private String memoryFault() {
    return memory == null || Files.isDirectory(memory)
        ? memoryFault
        : memory + " was removed while the host ran";
  }

  Map<String, HealthCheck> checks() {
    return new Checks(
            captures,
            rules,
            migration,
            tables,
            () -> logs.status(LogsService.MAIN),
            main.map(MainLog::path),
            this::memoryFault)
        .all();
  }

  /** Adds a listener. The listener receives the present state at once, and then each change. */
  void add(LogWaitListener listener) {
    waitListeners.add(listener);
    later(() -> tell(listener, captures.waits()), 0);
  }

  void remove(LogWaitListener listener) {
    waitListeners.remove(listener);
  }

  private void tellWaits() {
    Map<String, String> waits = captures.waits();
    waitListeners.forEach(listener -> tell(listener, waits));
  }

  private static void tell(LogWaitListener listener, Map<String, String> waits) {
    try {
      listener.waiting(waits);
    } catch (RuntimeException e) {
      LOG.warn("log wait listener failed class={}", listener.getClass().getName(), e);
    }
  }

  void add(RedactionRule rule) {
    rules.add(rule);
  }

  void remove(RedactionRule rule) {
    rules.remove(rule);
  }

  /** Registers all known secrets before the first byte is read, then starts the captures. */
  void start() {
    recall(literals::recall);
    recall(literals::recallKept);
    recall(servers::recall);
    literals.learnFrom(System.getenv());
    tables.read();
    migration.run();
    main.ifPresent(
        log -> {
          log.serve(engine::redact);
          appeared.accept(log);
        });
    watch.start();
    captures.settleIndexes();
    captures.idle().after(this::clearMemory, 0);
    later(this::expire, EXPIRE_NANOS);
    LOG.info("logging started");
  }

  private interface Recall {
    void run() throws IOException;
  }

  private static void recall(Recall recall) {
    try {
      recall.run();
    } catch (IOException e) {
      LOG.warn("secrets registered earlier are not known any more, register them again", e);
    }
  }

  private void expire() {
    servers.expire();
    captures.settleIndexes();
    later(this::expire, EXPIRE_NANOS);
  }

  private void clearMemory() {
    if (memory == null) {
      return;
    }
    try {
      DirectoryOwner.clear(memory);
    } catch (IOException e) {
      LOG.warn("directories of vanished hosts in memory could not be checked", e);
    }
  }

  /** Stops in a state that a successor can adopt; boot redacts with its own engine again. */
  void stop() throws IOException, InterruptedException {
    main.ifPresent(MainLog::close);
    watch.close();
    captures.close();
    logs.close();
    if (deed.isPresent()) {
      deed.get().close();
    }
    LOG.info("logging stopped");
  }

  @Override
  public String redact(String text) {
    return engine.redact(text);
  }

  @Override
  public Collection<String> register(String source, Collection<String> secrets) {
    return literals.register(source, secrets);
  }

  @Override
  public Collection<String> keep(String source, Collection<String> secrets) throws IOException {
    return literals.keep(source, secrets);
  }

  @Override
  public Protection protection(ProjectDefinition definition) {
    return DefinitionSecrets.of(definition, engine);
  }

  @Override
  public List<String> redactCommand(List<String> words) {
    return inCommand(words).masked();
  }

  private Limits limits() {
    long most = settings.number("LEARNED_MAX");
    return new Limits((int) most, Duration.ofHours(settings.number("LEARNED_HOURS")));
  }

  private CommandSecrets inCommand(List<String> words) {
    return new CommandSecrets(engine, words);
  }

  @Override
  public List<RuleStatus> rules() {
    return rules.status();
  }

  @Override
  public List<Found> find(String text) {
    return FoundSecrets.in(text, engine.find(text));
  }

  @Override
  public List<LearnedValue> learned(String log) {
    return captures.engine(log).map(ProjectEngine::list).orElse(List.of());
  }

  @Override
  public List<Found> explain(String log, String text) {
    return captures.engine(log).map(project -> project.find(text)).orElseGet(() -> find(text));
  }

  @Override
  public boolean forgetLearned(String log, String id) {
    return captures.engine(log).filter(project -> project.forget(id)).isPresent();
  }

  @Override
  public List<TableRule> tableRules() {
    return engine.catalogue().stream()
        .map(
            rule ->
                new TableRule(
                    rule.id(), rule.finds(), rule.source(), rule.fired(), rule.off(), rule.own()))
        .toList();
  }

  private void switchedOff(GuardedRule rule) {
    LOG.warn("redaction rule switched off rule={} why={}", rule.name(), rule.fault());
    audit("rule.disable", "rule " + rule.name() + " " + rule.fault());
  }

  private void later(Runnable task, long nanos) {
    captures.idle().after(task, nanos);
  }

  /** Writes an audit entry as soon as the audit log is present; returns at once. */
  private void audit(String action, String detail) {
    String outcome = action.equals("rule.disable") ? "failed" : "ok";
    AuditDraft draft = new AuditDraft(action, "", Actor.HOST, outcome, detail);
    later(() -> audit(draft), 0);
  }

  private void audit(AuditDraft draft) {
    Optional<AuditLog> log = audit.get();
    if (log.isPresent()) {
      log.get().append(draft);
    } else {
      later(() -> audit(draft), AUDIT_AGAIN_NANOS);
    }
  }
}
