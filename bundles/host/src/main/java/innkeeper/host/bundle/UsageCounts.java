package innkeeper.host.bundle;

import java.lang.reflect.Field;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes entries that Felix 7.0.5 keeps of uninstalled bundles. Felix counts for every bundle how
 * often it uses which service, and keeps the counts, all zero, after an uninstall. Each entry holds
 * the bundle and the directory of its jar, about 30 KiB a swap (seen in heap dumps after swaps).
 * Felix has no call that removes them, so this class removes them from Felix's private field. It
 * does nothing in a Felix without that field.
 */
public final class UsageCounts implements BundleListener {

  private static final Logger LOG = LoggerFactory.getLogger(UsageCounts.class);

  private final Bundle framework;

  /**
   * @param framework bundle 0
   */
  public UsageCounts(Bundle framework) {
    this.framework = framework;
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getType() == BundleEvent.UNINSTALLED) {
      forgetTheGone();
    }
  }

  private void forgetTheGone() {
    try {
      Object registry = value(framework, "m_registry");
      if (registry != null && value(registry, "m_inUseMap") instanceof Map<?, ?> inUse) {
        inUse
            .keySet()
            .removeIf(
                user -> user instanceof Bundle bundle && bundle.getState() == Bundle.UNINSTALLED);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("usage counts of bundles that are gone stay", e);
    }
  }

  private static Object value(Object owner, String name) throws ReflectiveOperationException {
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(owner);
        }
      }
    }
    return null;
  }
}
