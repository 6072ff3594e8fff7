package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.action.ActionRun.State;
import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.panel.Panels;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code action} and {@code panel}. */
@Timeout(60)
class ExtensionCommandsTest extends ShellFixture {

  private FakeExtensions extensions;

  @BeforeEach
  void open() throws Exception {
    extensions = shell.services.extensions;
    extensions.offers.add(FakeExtensions.offer("clear-cache", false));
    extensions.offers.add(FakeExtensions.offer("drop-queue", true));
    extensions.panels.add(new Panels.Entry("queue", "Queue", Panel.Scope.PROJECT, List.of()));
    extensions.panels.add(new Panels.Entry("disks", "Disks", Panel.Scope.HOST, List.of()));
  }

  @Test
  void anActionIsListedAndRun() throws Exception {
    assertEquals(
        """
        NAME         PROJECTS  CONFIRM  LIMIT  LAST RUN  ACTION
        clear-cache  all       -        30s    -         Title of clear-cache
        drop-queue   all       --yes    30s    -         Title of drop-queue
        """,
        cli("action").out());
    extensions.text = "12 files \033[31mdeleted";
    assertEquals(
        new Cli.Result(0, "clear-cache of web done: 12 files deleted\n", ""),
        cli("action", "clear-cache", "web"));
    assertEquals(List.of("clear-cache web cli"), extensions.ran);
    assertTrue(
        cli("action", "clear-cache", "web", "--json").out().contains("\"state\" : \"done\""));
  }

  @Test
  void aDangerousActionNeedsYes() throws Exception {
    Cli.Result refused = cli("action", "drop-queue", "web");
    assertEquals(1, refused.status());
    assertTrue(
        refused.err().endsWith("confirmed: innkeeper action drop-queue web --yes\n"),
        refused.err());
    assertEquals(List.of(), extensions.ran);
    assertEquals(0, cli("action", "drop-queue", "web", "--yes").status());
  }

  @Test
  void anActionThatFailsIsExitStatusOne() throws Exception {
    extensions.ends = State.FAILED;
    extensions.text = "the cache is locked";
    Cli.Result failed = cli("action", "clear-cache", "web");
    assertEquals(1, failed.status());
    assertEquals(
        "innkeeper: action: clear-cache of web failed: the cache is locked\n", failed.err());
    assertEquals(1, cli("action", "clear-cache", "web", "--json").status());
    assertEquals(1, cli("action", "nope", "web").status());
    assertEquals(1, cli("action", "clear-cache", "nobody").status());
    assertEquals(2, cli("action", "clear-cache").status());
    assertEquals(2, cli("action", "--yes").status());
  }

  @Test
  void aPanelIsPrintedAsTextsAndTables() throws Exception {
    Instant at = Instant.parse("2026-11-22T03:12:00Z");
    extensions.content =
        PanelContent.EMPTY
            .text("All \033[2Jis well.")
            .figure("waiting", 1234, "orders")
            .figure("oldest", Double.NaN, "s")
            .table(new Table("By kind", List.of("KIND", "COUNT"), List.of(List.of("mail", "7"))))
            .series(
                new Series(
                    "rate",
                    "bytes",
                    List.of(new Point(at, 2048), new Point(at.plusSeconds(60), 0))));
    assertEquals(
        """
        Queue
        All is well.
        NUMBER   VALUE
        waiting  1,234 orders
        oldest   –
        By kind
        KIND  COUNT
        mail  7
        SERIES  MOST     LAST  OVER 1m 00s
        rate    2.0 KiB  0 B   █······································▁
        """,
        cli("panel", "queue", "web").out());
    assertTrue(cli("panel", "queue", "web", "--json").out().contains("\"value\" : null"));
  }

  @Test
  void panelsAreListedAndOneThatFailsIsExitStatusOne() throws Exception {
    assertEquals(
        """
        NAME   OF       PROJECTS  PANEL
        queue  project  all       Queue
        disks  host     -         Disks
        """,
        cli("panel").out());
    assertEquals(0, cli("panel", "disks").status());
    assertEquals(1, cli("panel", "queue").status());
    extensions.problem = "The panel gave no answer within 2.0 s.";
    Cli.Result failed = cli("panel", "queue", "web");
    assertEquals(1, failed.status());
    assertEquals("innkeeper: panel: The panel gave no answer within 2.0 s.\n", failed.err());
    assertEquals(1, cli("panel", "queue", "web", "--json").status());
    assertFalse(cli("panel", "nope").out().contains("Queue"));
  }
}
