package innkeeper.system;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A bundle of a stranger with actions and panels: good ones, and some that hang, throw, are huge or
 * hold markup and a secret.
 */
final class ExtensionBundle {

  static final String SECRET = "abcDEF123456ghiJKL7890";

  private static final String TEXT = "<img src=x onerror=a()> Authorization: Bearer " + SECRET;

  private static final String MEMBERS =
      """
      static final class Act implements ProjectAction {
        final String name, title;
        final boolean dangerous;
        final java.util.concurrent.Callable<ActionOutcome> doing;
        Act(String n, String t, boolean d, java.util.concurrent.Callable<ActionOutcome> f) {
          name = n; title = t; dangerous = d; doing = f;
        }
        public String name() { return name; }
        public String title() { return title; }
        public String about() { return "What it does: TEXT"; }
        public boolean dangerous() { return dangerous; }
        public List<String> projects() { return List.of("web"); }
        public Duration limit() { return Duration.ofSeconds(1); }
        public ActionOutcome run(ProjectStatus p, Actor a) throws Exception { return doing.call(); }
      }
      static final class Show implements Panel {
        final String name, title;
        final Panel.Scope scope;
        final java.util.concurrent.Callable<PanelContent> shows;
        Show(String n, String t, Panel.Scope s, java.util.concurrent.Callable<PanelContent> f) {
          name = n; title = t; scope = s; shows = f;
        }
        public String name() { return name; }
        public String title() { return title; }
        public Panel.Scope scope() { return scope; }
        public List<String> projects() { return List.of("web"); }
        public PanelContent content(String id) throws Exception { return shows.call(); }
      }
      static Object sleep() throws Exception { Thread.sleep(1L << 40); return null; }
      static PanelContent queue() {
        List<PanelContent.Point> points = new ArrayList<>();
        List<PanelContent.Point> sizes = new ArrayList<>();
        Instant now = Instant.now();
        for (int i = 60; i > 0; i--) {
          if (i < 20 || i > 30) {
            points.add(new PanelContent.Point(now.minusSeconds(60L * i), 40 * Math.sin(i / 9.0)));
          }
          sizes.add(new PanelContent.Point(now.minusSeconds(60L * i), 2e6 + 1e5 * i));
        }
        return PanelContent.EMPTY
            .text("The worker takes them. TEXT")
            .figure("waiting", 1234.5, "orders")
            .figure("size", 3e6, "bytes")
            .figure("oldest", Double.NaN, "s")
            .table(new PanelContent.Table("By kind", List.of("Kind", "Waiting"),
                List.of(List.of("mail", "7"), List.of("TEXT", "1"))))
            .series(new PanelContent.Series("balance", "orders", points))
            .series(new PanelContent.Series("size", "bytes", sizes));
      }
      static PanelContent huge() {
        List<String> row = Collections.nCopies(40, "x".repeat(300));
        return PanelContent.EMPTY.table(
            new PanelContent.Table("", Collections.nCopies(40, "column"), Collections.nCopies(3000, row)));
      }
      """
          .replace("TEXT", TEXT);

  private static final String START =
      """
      c.registerService(ProjectAction.class, new Act("clear-cache", "Clear the cache", false,
          () -> ActionOutcome.done("12 files deleted. TEXT")), null);
      c.registerService(ProjectAction.class, new Act("drop-queue", "Drop the queue", true,
          () -> ActionOutcome.done("the queue is empty")), null);
      c.registerService(ProjectAction.class, new Act("hang", "Hang", false,
          () -> (ActionOutcome) sleep()), null);
      c.registerService(ProjectAction.class, new Act("raise", "Raise", false,
          () -> { throw new IllegalStateException("no luck"); }), null);
      c.registerService(Panel.class, new Show("queue", "Orders that wait", Panel.Scope.PROJECT,
          () -> queue()), null);
      c.registerService(Panel.class, new Show("slow", "Slow", Panel.Scope.PROJECT,
          () -> (PanelContent) sleep()), null);
      c.registerService(Panel.class, new Show("raises", "Raises", Panel.Scope.PROJECT,
          () -> { throw new IllegalStateException("no luck"); }), null);
      c.registerService(Panel.class, new Show("huge", "Huge", Panel.Scope.PROJECT,
          () -> huge()), null);
      c.registerService(Panel.class, new Show("disks", "Disks", Panel.Scope.HOST,
          () -> PanelContent.EMPTY.figure("disks", 2, "")), null);
      """
          .replace("TEXT", TEXT);

  private ExtensionBundle() {}

  /** Its name. */
  static final String NAME = "unruly.extras";

  static Path jar(Path scratch) throws IOException {
    return UnrulyBundle.named("extras")
        .imports(
            "innkeeper.api.action.*",
            "innkeeper.api.audit.Actor",
            "innkeeper.api.panel.*",
            "innkeeper.api.supervisor.ProjectStatus",
            "java.time.*",
            "java.util.*")
        .members(MEMBERS)
        .start(START)
        .header(
            "Import-Package",
            "org.osgi.framework,innkeeper.api.action,innkeeper.api.audit,innkeeper.api.panel,"
                + "innkeeper.api.supervisor")
        .jar(scratch);
  }
}
