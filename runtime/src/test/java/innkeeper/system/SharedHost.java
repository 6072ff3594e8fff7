package innkeeper.system;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives the tests of a class one running host, which JUnit closes after the class. A host that a
 * test has ended starts again for the next one. Each test adds projects with ids of its own.
 */
final class SharedHost implements ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SharedHost.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == HostProcess.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    ExtensionContext ofClass = context.getParent().orElseThrow();
    HostProcess host =
        ofClass
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(HostProcess.class, type -> started(), HostProcess.class);
    try {
      if (!host.process().isAlive()) {
        host.start();
      }
      return host;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static HostProcess started() {
    try {
      return HostProcess.running();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
