package innkeeper.host.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.settings.Settings;
import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.FakeJar;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.ReplacedVersions;
import innkeeper.host.bundle.Serving;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.bundle.ThreadOwners;
import innkeeper.host.jar.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.launch.Framework;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/** Bundles in a framework without File Install, so nothing else reports a file. */
class DeploymentTest {

  @TempDir Path temp;
  private final BlockingQueue<String> started = new LinkedBlockingQueue<>();
  private Framework framework;
  private Folders folders;
  private BundleView view;
  private Serving serving;
  private Deployment deployment;
  private Installation installation;

  @BeforeEach
  void start() throws Exception {
    folders = new Folders(temp.resolve("home"), temp.resolve("data"));
    for (String folder : List.of("run", "surfaces", "plugins")) {
      Files.createDirectories(folders.data().resolve(folder));
    }
    framework =
        new FrameworkFactory()
            .newFramework(
                Map.of(
                    "org.osgi.framework.storage", temp.resolve("cache").toString(),
                    "org.osgi.framework.startlevel.beginning", "7",
                    "felix.log.level", "1"));
    framework.start();
    BundleContext context = framework.getBundleContext();
    SynchronousBundleListener starts =
        event -> {
          if (event.getType() == BundleEvent.STARTED) {
            started.add(event.getBundle().getVersion().toString());
          }
        };
    context.addBundleListener(starts);
    Settings settings =
        fake(Settings.class, Map.of("homeDir", folders.home(), "dataDir", folders.data()));
    ServiceComponentRuntime components =
        fake(ServiceComponentRuntime.class, Map.of("getComponentDescriptionDTOs", List.of()));
    view = new BundleView(context, folders, components, bundle -> List.of());
    serving = new Serving(context, view);
    ThreadOwners owners = new ThreadOwners(context);
    OpenSockets sockets = new OpenSockets(context, settings);
    BundleStarter starter =
        new BundleStarter(owners, new ReplacedVersions(context, folders, owners));
    FileBundles bundles =
        new FileBundles(context, starter, new SingletonBundles(context, settings));
    Deployer deployer =
        new Deployer(
            folders,
            serving,
            new WatchedStarts(context, folders, starter, sockets),
            sockets,
            bundles,
            new Admission(context, folders));
    deployment = new Deployment(folders, serving, bundles, deployer, draft -> true);
    deployment.open(List.of());
    installation = new Installation(context, folders, view, deployment);
  }

  @AfterEach
  void stop() throws Exception {
    deployment.close();
    serving.close();
    view.close();
    framework.stop();
    framework.waitForStop(0);
  }

  /** An interface that answers some calls with constants, and 1 or null to all others. */
  private static <T> T fake(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) ->
                answers.getOrDefault(
                    method.getName(), method.getReturnType() == int.class ? 1 : null)));
  }

  private void install(String version) throws IOException {
    Path jar = FakeJar.bundle(temp.resolve("jars/x-" + version + ".jar"), "x", version);
    installation.install(jar, "", false);
    started.clear();
  }

  private List<String> versions() {
    return Arrays.stream(framework.getBundleContext().getBundles())
        .filter(bundle -> "x".equals(bundle.getSymbolicName()))
        .map(bundle -> bundle.getVersion().toString())
        .sorted()
        .toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folders.data())) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folders.data().relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void aReplacedVersionIsGoneWithTheOneThatReplacedIt() throws Exception {
    for (List<String> order :
        List.of(List.of("1.0.0", "2.0.0"), List.of("2.0.0", "1.0.0"), List.of("1.0.0", "1.0.0"))) {
      install(order.get(0));
      install(order.get(1));
      assertEquals(List.of(order.get(1)), versions());
      installation.uninstall("x");
      assertEquals(List.of(), versions());
      assertEquals(List.of(), files(), "no copy is left that could come back");
      assertThrows(SurfaceException.class, () -> installation.uninstall("x"));
      assertTrue(started.isEmpty(), "no version came back meanwhile: " + started);
    }
  }

  @Test
  void allPresentVersionsAreRemovedTogether() throws Exception {
    // The state after a host died between the two steps of an install.
    for (String version : List.of("1.0.0", "2.0.0", "3.0.0")) {
      Path jar = FakeJar.bundle(folders.plugins().resolve("x-" + version + ".jar"), "x", version);
      deployment.deploy(jar, List.of(), false);
    }
    FakeJar.bundle(folders.surfaces().resolve("x.jar.failed"), "x", "4.0.0");
    started.clear();
    installation.uninstall("x");
    assertEquals(List.of(), versions());
    assertEquals(List.of(), files());
    assertTrue(started.isEmpty(), "no version came back meanwhile: " + started);
  }

  @Test
  void anotherVersionIsActiveAgainWhenUninstallReturns() throws Exception {
    Path release = FakeJar.bundle(folders.home().resolve("plugins/x.jar"), "x", "1.0.0");
    Bundle own = framework.getBundleContext().installBundle(release.toUri().toString());
    own.adapt(org.osgi.framework.startlevel.BundleStartLevel.class).setStartLevel(7);
    own.start();
    install("2.0.0");
    install("3.0.0");
    installation.uninstall("x");
    assertEquals(List.of("1.0.0"), versions());
    assertEquals(Bundle.ACTIVE, own.getState());
  }

  @Test
  void aBundleWhoseFileWasRemovedBeforeFileInstallSawItIsTakenOut() throws Exception {
    install("1.0.0");
    Files.delete(folders.plugins().resolve("x-1.0.0.jar"));
    BlockingQueue<Integer> gone = new LinkedBlockingQueue<>();
    SynchronousBundleListener removal =
        event -> {
          if (event.getType() == BundleEvent.UNINSTALLED) {
            gone.add(event.getType());
          }
        };
    framework.getBundleContext().addBundleListener(removal);
    deployment.takeOutMissing();
    assertTrue(gone.poll(60, TimeUnit.SECONDS) != null);
  }

  /** An activator that registers the service that its bundle's header X-Gives names. */
  public static final class Giving implements BundleActivator {
    @Override
    public void start(BundleContext context) {
      String type = context.getBundle().getHeaders().get("X-Gives");
      if (type != null) {
        context.registerService(type, (Runnable) () -> {}, null);
      }
    }

    @Override
    public void stop(BundleContext context) {}
  }

  private Path giving(String version, String service) throws IOException {
    return jar(Giving.class, version, service);
  }

  private Path jar(Class<? extends BundleActivator> activator, String version, String service)
      throws IOException {
    Map<String, String> headers = new HashMap<>();
    headers.put("Bundle-ManifestVersion", "2");
    headers.put("Bundle-SymbolicName", "x");
    headers.put("Bundle-Version", version);
    headers.put("Bundle-Activator", activator.getName());
    headers.put("Import-Package", "org.osgi.framework");
    headers.put("X-Gives", service);
    headers.values().removeIf(String::isEmpty);
    String file = activator.getName().replace('.', '/') + ".class";
    try (InputStream code = getClass().getClassLoader().getResourceAsStream(file)) {
      return FakeJar.write(
          temp.resolve("jars/x-" + version + ".jar"), headers, Map.of(file, code.readAllBytes()));
    }
  }

  private List<String> runnables() throws Exception {
    ServiceReference<?>[] all =
        framework.getBundleContext().getAllServiceReferences("java.lang.Runnable", null);
    return all == null
        ? List.of()
        : Arrays.stream(all).map(r -> r.getBundle().getVersion().toString()).toList();
  }

  @Test
  void aBundleThatLacksAServiceOfTheReplacedOneIsTakenOutAgain() throws Exception {
    installation.install(giving("1.0.0", "java.lang.Runnable"), "", false);
    Path hollow = giving("1.0.1", "");
    SurfaceException refused =
        assertThrows(SurfaceException.class, () -> installation.install(hollow, "", false));
    assertTrue(
        refused.getMessage().contains("it does not give java.lang.Runnable"), refused.getMessage());
    assertTrue(refused.getMessage().contains("1.0.0 serves again"), refused.getMessage());
    assertEquals(List.of("1.0.0"), runnables());
    installation.install(giving("1.0.2", "java.lang.Runnable"), "", false);
    assertEquals(List.of("1.0.2"), runnables());
    installation.install(hollow, "", true);
    assertEquals(List.of("1.0.1"), versions());
    assertEquals(List.of(), runnables());
  }

  @Test
  void aReplacementMustProvideTheServicesOfTheReleasesBundle() throws Exception {
    Path release = giving("1.0.0", "java.lang.Runnable");
    Path place = folders.home().resolve("plugins/x.jar");
    Files.createDirectories(place.getParent());
    Files.move(release, place);
    Bundle own = framework.getBundleContext().installBundle(place.toFile().toURI().toString());
    own.adapt(org.osgi.framework.startlevel.BundleStartLevel.class).setStartLevel(7);
    own.start();
    Path hollow = giving("1.0.1", "");
    SurfaceException refused =
        assertThrows(SurfaceException.class, () -> installation.update("x", Optional.of(hollow)));
    assertTrue(
        refused.getMessage().endsWith("(what came with its file serves again)"),
        refused.getMessage());
    assertEquals(List.of("1.0.0"), runnables());
  }

  /** An activator that stops the bundle innkeeper.own and replaces System.out. */
  public static final class Harming implements BundleActivator {
    @Override
    public void start(BundleContext context) throws BundleException {
      for (Bundle bundle : context.getBundles()) {
        if (bundle.getSymbolicName().equals("innkeeper.own")) {
          bundle.stop();
        }
      }
      System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    }

    @Override
    public void stop(BundleContext context) {}
  }

  @Test
  void aBundleThatIsStoppedRunsAgainAlsoIfSystemOutWasReplaced() throws Exception {
    Path own = FakeJar.bundle(temp.resolve("own.jar"), "innkeeper.own", "1.0.0");
    Bundle stopped = framework.getBundleContext().installBundle(own.toUri().toString());
    stopped.start();
    PrintStream out = System.out;
    SurfaceException refused =
        assertThrows(
            SurfaceException.class,
            () -> installation.install(jar(Harming.class, "1.0.0", ""), "", false));
    assertTrue(refused.getMessage().contains("it stopped innkeeper.own"), refused.getMessage());
    assertTrue(refused.getMessage().contains("it replaced System.out"), refused.getMessage());
    assertEquals(Bundle.ACTIVE, stopped.getState());
    assertSame(out, System.out);
  }

  @Test
  void aHealthCheckThatIsInterruptedHasNotPassed() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicBoolean waits = new AtomicBoolean();
    HealthCheck check =
        () -> {
          while (waits.get() && end.getCount() > 0) {
            LockSupport.parkNanos(1_000_000);
          }
          return new Result(Result.Status.OK, "well");
        };
    BundleContext context = framework.getBundleContext();
    context.registerService(
        HealthCheck.class, check, FrameworkUtil.asDictionary(Map.of("hc.name", "x:y")));
    String name = framework.getSymbolicName();
    assertEquals(Set.of(), serving.ill(name));
    waits.set(true);
    Thread.currentThread().interrupt();
    try {
      assertEquals(Set.of("x:y"), serving.ill(name));
    } finally {
      assertTrue(Thread.interrupted());
      end.countDown();
    }
  }

  @Test
  void aFileThatCannotBeRemovedIsReported() throws Exception {
    install("1.0.0");
    Path jar = folders.plugins().resolve("x-1.0.0.jar");
    Files.delete(jar);
    Files.createFile(Files.createDirectory(jar).resolve("file"));
    SurfaceException refused =
        assertThrows(SurfaceException.class, () -> installation.uninstall("x"));
    assertTrue(refused.getMessage().contains("could not be taken out"), refused.getMessage());
  }

  @Test
  void aBundleWithoutItsFileIsRemovedByItsName() throws Exception {
    install("1.0.0");
    Files.delete(folders.plugins().resolve("x-1.0.0.jar"));
    installation.uninstall("x");
    assertEquals(List.of(), versions());
  }
}
