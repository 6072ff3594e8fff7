package innkeeper.host.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Holds what {@link UsageCounts} is there for. Once Felix mends it, the class can go. */
class UsageCountsTest {

  @TempDir Path temp;

  @Test
  void felix705KeepsBundlesThatAreGoneUntilTheirUsageCountsAreTakenOut() throws Exception {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .iterator()
            .next()
            .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, temp.resolve("cache").toString()));
    framework.start();
    try {
      assertEquals("7.0.5", framework.getVersion().toString(), "is the class still needed?");
      framework.getBundleContext().registerService(String.class, "service", null);
      Bundle user = framework.getBundleContext().installBundle("test:user", jar());
      user.start();
      ServiceReference<String> reference =
          user.getBundleContext().getServiceReference(String.class);
      assertEquals("service", user.getBundleContext().getService(reference));
      user.uninstall();
      assertTrue(inUse(framework).containsKey(user), "Felix lets it go: UsageCounts can go");
      new UsageCounts(framework).bundleChanged(new BundleEvent(BundleEvent.UNINSTALLED, user));
      assertFalse(inUse(framework).containsKey(user));
    } finally {
      framework.stop();
      framework.waitForStop(10_000);
    }
  }

  private static ByteArrayInputStream jar() throws Exception {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
    main.putValue(Constants.BUNDLE_SYMBOLICNAME, "user");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new JarOutputStream(bytes, manifest).close();
    return new ByteArrayInputStream(bytes.toByteArray());
  }

  private static Map<?, ?> inUse(Framework framework) throws Exception {
    Field registry = framework.getClass().getDeclaredField("m_registry");
    registry.setAccessible(true);
    Field inUse = registry.getType().getDeclaredField("m_inUseMap");
    inUse.setAccessible(true);
    return (Map<?, ?>) inUse.get(registry.get(framework));
  }
}
