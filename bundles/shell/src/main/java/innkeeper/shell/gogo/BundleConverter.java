package innkeeper.shell.gogo;

import org.apache.felix.service.command.Converter;
import org.osgi.framework.Bundle;

/** Lets Felix's own commands ({@code headers}, {@code refresh} …) accept names instead of ids. */
public final class BundleConverter implements Converter {

  private final FelixBundles bundles;

  public BundleConverter(FelixBundles bundles) {
    this.bundles = bundles;
  }

  /** Returns null for other types, so that Gogo asks the next converter. */
  @Override
  public Object convert(Class<?> wanted, Object in) {
    if (wanted != Bundle.class || in == null) {
      return null;
    }
    return bundles.find(in.toString()).orElse(null);
  }

  @Override
  public CharSequence format(Object target, int level, Converter escape) {
    if (target instanceof Bundle bundle) {
      return bundle.getBundleId()
          + " "
          + bundle.getSymbolicName()
          + " "
          + bundle.getVersion()
          + " "
          + FelixBundles.state(bundle.getState());
    }
    return null;
  }
}
