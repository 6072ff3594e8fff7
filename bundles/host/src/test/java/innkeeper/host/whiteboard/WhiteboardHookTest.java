package innkeeper.host.whiteboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import innkeeper.host.FakeJar;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.hooks.service.EventListenerHook;
import org.osgi.framework.hooks.service.FindHook;
import org.osgi.framework.launch.Framework;
import org.osgi.util.tracker.ServiceTracker;

class WhiteboardHookTest {

  private static final String PATTERN = "osgi.http.whiteboard.servlet.pattern";

  @TempDir Path temp;
  private Framework framework;
  private WhiteboardHook hook;
  private BundleContext http;
  private ServiceTracker<?, ?> servlets;

  @BeforeEach
  void start() throws Exception {
    framework =
        new FrameworkFactory()
            .newFramework(
                Map.of(
                    "org.osgi.framework.storage", temp.resolve("cache").toString(),
                    "org.osgi.framework.bootdelegation", "jakarta.servlet,jakarta.servlet.*",
                    "org.osgi.framework.bundle.parent", "app",
                    "felix.log.level", "1"));
    framework.start();
    hook = new WhiteboardHook(framework.getBundleContext());
    framework
        .getBundleContext()
        .registerService(
            new String[] {FindHook.class.getName(), EventListenerHook.class.getName()}, hook, null);
    http = bundle("http").getBundleContext();
    servlets = new ServiceTracker<>(http, Servlet.class.getName(), null);
    servlets.open();
  }

  @AfterEach
  void stop() throws Exception {
    framework.stop();
    framework.waitForStop(0);
  }

  private Bundle bundle(String name) throws Exception {
    Path jar = FakeJar.bundle(temp.resolve(name + ".jar"), name, "1.0.0");
    Bundle bundle = framework.getBundleContext().installBundle(jar.toUri().toString());
    bundle.start();
    return bundle;
  }

  private static ServiceRegistration<?> register(Bundle bundle, String pattern) {
    return bundle
        .getBundleContext()
        .registerService(
            Servlet.class.getName(),
            new HttpServlet() {
              private static final long serialVersionUID = 1L;
            },
            new Hashtable<>(Map.of(PATTERN, pattern)));
  }

  private List<Object> seen() {
    return servlets.getTracked().keySet().stream()
        .map(service -> service.getProperty(PATTERN))
        .toList();
  }

  @Test
  void aServletThatWouldCoverThePageIsSeenByItsOwnBundleAlone() throws Exception {
    Bundle guest = bundle("guest");
    register(guest, "/*");
    register(guest, "/mine/*");
    assertEquals(List.of("/mine/*"), seen());
    assertEquals(1, http.getServiceReferences(Servlet.class.getName(), null).length);
    assertEquals(
        2, guest.getBundleContext().getServiceReferences(Servlet.class.getName(), null).length);
    assertEquals(1, hook.conflicts(guest).size());
  }

  @Test
  void aServletThatTakesThePagesPathLaterIsNotUsed() throws Exception {
    Bundle guest = bundle("guest");
    ServiceRegistration<?> registration = register(guest, "/*");
    assertEquals(List.of(), seen());
    registration.setProperties(new Hashtable<>(Map.of(PATTERN, "/mine/*")));
    assertEquals(List.of("/mine/*"), seen(), "it comes once it may");
    int modifications = servlets.getTrackingCount();
    registration.setProperties(new Hashtable<>(Map.of(PATTERN, "/api/*")));
    assertEquals(modifications, servlets.getTrackingCount(), "the whiteboard is not notified");
    registration.unregister();
    assertEquals(List.of(), seen(), "it goes as any other");
  }

  @Test
  void thePagesBundleMayUseEveryPath() throws Exception {
    Bundle admin = bundle("innkeeper.admin");
    register(admin, "/*");
    assertEquals(List.of("/*"), seen());
    assertEquals(List.of(), hook.conflicts(admin));
  }

  @Test
  void theHttpServiceIsHidden() throws Exception {
    String type = "org.osgi.service.http.HttpService";
    http.registerService(type, new FakeHttpService(), null);
    assertNotNull(http.getServiceReference(type));
    assertNull(bundle("guest").getBundleContext().getServiceReference(type));
  }

  /** A factory, whose type the framework does not check. */
  private static final class FakeHttpService implements ServiceFactory<Object> {

    @Override
    public Object getService(Bundle bundle, ServiceRegistration<Object> registration) {
      return this;
    }

    @Override
    public void ungetService(
        Bundle bundle, ServiceRegistration<Object> registration, Object service) {
      // Nothing was made for it.
    }
  }
}
