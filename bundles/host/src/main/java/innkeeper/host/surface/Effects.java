package innkeeper.host.surface;

import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.jar.JarCode;
import innkeeper.host.jar.JarManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.Version;
import org.osgi.framework.wiring.FrameworkWiring;

/** What installing a jar will touch, and what its code shows, in words, before it is done. */
final class Effects {

  private static final String NO_SANDBOX =
      "there is no sandbox: it runs inside the host, with all rights of the host's user";

  private Effects() {}

  static List<String> of(
      BundleContext context, JarManifest newcomer, JarCode code, Optional<Bundle> inPlace) {
    List<String> words = new ArrayList<>();
    String name = newcomer.name();
    Set<String> users = new TreeSet<>();
    Version replaced = null;
    for (Bundle bundle : BundleView.versions(context, name)) {
      if (bundle.getState() == Bundle.ACTIVE) {
        replaced = bundle.getVersion();
        users.addAll(users(bundle));
      }
    }
    words.add(
        replaced == null
            ? "adds " + name + " " + newcomer.version()
            : "replaces " + name + " " + replaced + " by " + change(replaced, newcomer.version()));
    words.add(newcomer.signer().isEmpty() ? "not signed" : "signed by " + newcomer.signer());
    users.remove(name);
    if (!users.isEmpty()) {
      words.add("its users wait for it meanwhile: " + String.join(", ", users));
    }
    Set<String> refreshed = new TreeSet<>();
    if (inPlace.isPresent()) {
      FrameworkWiring wiring = context.getBundle(0).adapt(FrameworkWiring.class);
      wiring
          .getDependencyClosure(List.of(inPlace.get()))
          .forEach(b -> refreshed.add(b.getSymbolicName()));
      refreshed.remove(name);
    }
    words.add(
        refreshed.isEmpty()
            ? "refreshes no other bundle"
            : "refreshes, for they are wired to it: " + String.join(", ", refreshed));
    words.addAll(code.words());
    words.add(NO_SANDBOX);
    return words;
  }

  private static String change(Version from, Version to) {
    return to.compareTo(from) < 0 ? to + ", which is older" : to.toString();
  }

  private static Set<String> users(Bundle bundle) {
    Set<String> users = new TreeSet<>();
    ServiceReference<?>[] services = bundle.getRegisteredServices();
    for (ServiceReference<?> service : services == null ? new ServiceReference<?>[0] : services) {
      Bundle[] using = service.getUsingBundles();
      for (Bundle user : using == null ? new Bundle[0] : using) {
        if (SingletonBundles.isSurface(user)) {
          users.add(user.getSymbolicName());
        }
      }
    }
    return users;
  }
}
