package innkeeper.shell.gogo;

import innkeeper.shell.cli.Bundles;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Finds the framework's bundles by name or number. Gogo uses it as a converter, so Felix's own
 * commands ({@code headers}, {@code refresh} …) accept names in place of ids.
 */
public record FelixBundles(BundleContext context) implements Bundles, Converter {

  @Override
  public List<String> names() {
    return Stream.of(context.getBundles())
        .map(Bundle::getSymbolicName)
        .filter(Objects::nonNull)
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Finds a bundle. Among bundles with the same name it prefers the active one, then the newest
   * version.
   */
  private Optional<Bundle> find(String nameOrId) {
    if (!nameOrId.isEmpty() && nameOrId.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        return Optional.ofNullable(context.getBundle(Long.parseLong(nameOrId)));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return Stream.of(context.getBundles())
        .filter(bundle -> nameOrId.equals(bundle.getSymbolicName()))
        .max(
            Comparator.comparing((Bundle bundle) -> bundle.getState() == Bundle.ACTIVE)
                .thenComparing(Bundle::getVersion));
  }

  @Override
  public OptionalLong id(String name) {
    return find(name).stream().mapToLong(Bundle::getBundleId).findFirst();
  }

  /** Returns null for other types, so that Gogo asks the next converter. */
  @Override
  public Object convert(Class<?> wanted, Object in) {
    return wanted == Bundle.class && in != null ? find(in.toString()).orElse(null) : null;
  }

  @Override
  public CharSequence format(Object target, int level, Converter escape) {
    return target instanceof Bundle bundle
        ? "%s %s %s %s"
            .formatted(
                bundle.getBundleId(),
                bundle.getSymbolicName(),
                bundle.getVersion(),
                state(bundle.getState()))
        : null;
  }

  private static String state(int state) {
    return switch (state) {
      case Bundle.ACTIVE -> "active";
      case Bundle.STARTING -> "starting";
      case Bundle.STOPPING -> "stopping";
      case Bundle.RESOLVED -> "resolved";
      case Bundle.INSTALLED -> "installed";
      default -> "uninstalled";
    };
  }
}
