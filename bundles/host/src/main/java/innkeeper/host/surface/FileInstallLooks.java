package innkeeper.host.surface;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.ServiceRegistration;

/**
 * Makes File Install check its folders when something changes in one, so that it need not poll
 * every second. File Install checks its folders when an ArtifactInstaller service changes. This
 * service is such an ArtifactInstaller, but handles no files.
 */
final class FileInstallLooks implements ArtifactInstaller, FrameworkListener {

  private static final String FOLDERS = "felix.fileinstall.dir";

  /** The pause between two checks; File Install accepts a file that is the same in two checks. */
  private static final long BETWEEN_LOOKS_MILLIS = 100;

  private final ServiceRegistration<ArtifactInstaller> registration;
  private final FolderWatch watch;
  private final Runnable changed;
  private long looks;
  private boolean closed;

  /**
   * Begins to watch the folders.
   *
   * @param changed called before File Install looks
   */
  FileInstallLooks(BundleContext context, Runnable changed) {
    this.changed = changed;
    registration = context.registerService(ArtifactInstaller.class, this, null);
    context.addFrameworkListener(this);
    watch = new FolderWatch(folders(context), this::lookTwice);
  }

  private static Set<Path> folders(BundleContext context) {
    return Arrays.stream(String.valueOf(context.getProperty(FOLDERS)).split(","))
        .map(folder -> Path.of(folder.strip()))
        .collect(Collectors.toSet());
  }

  /** Triggers a check once the framework is up, because File Install does not check before. */
  @Override
  public void frameworkEvent(FrameworkEvent event) {
    if (event.getType() == FrameworkEvent.STARTED) {
      look();
    }
  }

  private void lookTwice() {
    changed.run();
    try {
      look();
      Thread.sleep(BETWEEN_LOOKS_MILLIS);
      look();
    } catch (InterruptedException told) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() {
    if (!closed) {
      Dictionary<String, Long> changed = new Hashtable<>();
      changed.put("looks", ++looks);
      registration.setProperties(changed);
    }
  }

  void close() {
    watch.close();
    synchronized (this) {
      closed = true;
    }
  }

  @Override
  public boolean canHandle(File file) {
    return false;
  }

  @Override
  public void install(File file) {
    throw new IllegalStateException("takes no file: " + file);
  }

  @Override
  public void update(File file) {
    throw new IllegalStateException("takes no file: " + file);
  }

  @Override
  public void uninstall(File file) {
    throw new IllegalStateException("takes no file: " + file);
  }
}
