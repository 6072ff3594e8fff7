package innkeeper.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.log.LogQuery;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

@ExtendWith(TestHostExtension.class)
class TestHostTest {

  private interface Start {
    void start(BundleContext context) throws Exception;
  }

  private static BundleActivator activator(Start start, Runnable stop) {
    return new BundleActivator() {
      @Override
      public void start(BundleContext context) throws Exception {
        start.start(context);
      }

      @Override
      public void stop(BundleContext context) {
        stop.run();
      }
    };
  }

  @Test
  void aBundleFindsTheFakesAsServices(TestHost host) throws Exception {
    List<Object> found = new ArrayList<>();
    host.start(
        activator(
            context -> {
              for (Class<?> type : List.of(Supervisor.class, Logs.class)) {
                ServiceTracker<?, ?> tracker = new ServiceTracker<>(context, type, null);
                tracker.open();
                found.add(tracker.getService());
                tracker.close();
              }
            },
            () -> {}));
    assertEquals(List.of(host.supervisor(), host.logs()), found);
  }

  @Test
  void aListenerIsCalledBeforeTheTestContinues(TestHost host) throws Exception {
    List<String> heard = new ArrayList<>();
    ProjectListener listener =
        new ProjectListener() {
          @Override
          public void changed(ProjectStatus now) {
            heard.add(now.name() + " " + now.state() + " " + now.reason());
          }

          @Override
          public void removed(String channelId) {
            heard.add("removed " + channelId);
          }
        };
    host.start(activator(c -> c.registerService(ProjectListener.class, listener, null), () -> {}));
    host.supervisor().add("web");
    host.supervisor().exits("web", 3);
    host.supervisor().becomes("web", ProjectState.FATAL, "given up");
    host.supervisor().remove("web", Actor.HOST);
    assertEquals(
        List.of(
            "web RUNNING ", "web EXITED exited with code 3", "web FATAL given up", "removed web"),
        heard);
  }

  @Test
  void aRequestTakesEffectAndIsKept(TestHost host) throws Exception {
    host.supervisor().becomes("web", ProjectState.STOPPED, "");
    assertTrue(host.supervisor().start("web", Actor.HOST).changed());
    assertFalse(host.supervisor().start("web", Actor.HOST).changed());
    ProjectStatus now = host.supervisor().restart("web", Actor.HOST).settled().get();
    assertEquals(ProjectState.RUNNING, now.state());
    assertEquals(List.of("start web", "start web", "restart web"), host.supervisor().requests());
    assertThrows(
        Supervisor.UnknownProjectException.class, () -> host.supervisor().stop("none", Actor.HOST));
  }

  @Test
  void linesOfALogAreReadAndFollowed(TestHost host) throws Exception {
    host.logs().line("web", "one");
    List<String> followed = new ArrayList<>();
    String cursor = host.logs().tail("web", 10).cursor();
    AutoCloseable following =
        host.logs().follow("web", cursor, batch -> followed.addAll(batch.lines()));
    host.clock().advance(Duration.ofHours(1));
    host.logs().line("web", "two");
    host.logs().line("other", "three");
    following.close();
    host.logs().line("web", "four");
    assertEquals(List.of("two"), followed);
    assertEquals(List.of("two", "four"), host.logs().tail("web", 2).lines());
    LogQuery query =
        LogQuery.after("", 10)
            .between(Optional.of(FakeClock.START.plusSeconds(1)), Optional.empty());
    assertEquals(2, host.logs().read("web", query).lines().size());
    assertEquals("1", host.logs().positionAt("web", FakeClock.START.plusSeconds(1)));
    assertEquals(Optional.of(FakeClock.START), host.logs().oldest("web"));
    assertEquals(Optional.empty(), host.logs().status("none"));
  }

  @Test
  void aThreadThatTheBundleLeavesFailsTheTest() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    TestHost host = new TestHost();
    host.start(
        activator(
            context ->
                new Thread(
                        () -> {
                          try {
                            end.await();
                          } catch (InterruptedException e) {
                            return;
                          }
                        },
                        "poller")
                    .start(),
            () -> {}));
    AssertionError left = assertThrows(AssertionError.class, host::close);
    assertTrue(left.getMessage().contains("poller"), left::getMessage);
    end.countDown();
  }

  @Test
  void aThreadThatEndsWithTheBundlePassesTheTest() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Path directory;
    try (TestHost host = new TestHost()) {
      directory = host.directory();
      host.start(
          activator(
              context ->
                  new Thread(
                          () -> {
                            try {
                              end.await();
                            } catch (InterruptedException e) {
                              return;
                            }
                          })
                      .start(),
              end::countDown));
      Files.createFile(directory.resolve("left"));
    }
    assertFalse(Files.exists(directory));
  }

  @Test
  void aMissingOrDuplicateServiceIsReported(TestHost host) {
    assertThrows(AssertionError.class, () -> host.service(ProjectListener.class));
    host.context().registerService(ProjectListener.class, now -> {}, null);
    host.service(ProjectListener.class);
    host.context().registerService(ProjectListener.class, now -> {}, null);
    assertThrows(AssertionError.class, () -> host.service(ProjectListener.class));
  }

  @Test
  void aPlainTestFailsIfItsBodyFails() throws Exception {
    PlainTest.run("equal", host -> PlainTest.assertEquals(1, 1));
    assertThrows(
        AssertionError.class,
        () -> PlainTest.run("not equal", host -> PlainTest.assertEquals(1, 2)));
    assertThrows(AssertionError.class, () -> PlainTest.assertTrue(false, "why"));
  }
}
