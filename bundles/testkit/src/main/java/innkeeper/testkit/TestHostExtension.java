package innkeeper.testkit;

import java.io.IOException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a JUnit test method a {@link TestHost} of its own, and closes it after the test: the test
 * fails if the bundle left a thread running.
 *
 * <pre>{@code
 * @ExtendWith(TestHostExtension.class)
 * class NotifierTest {
 *   @Test
 *   void aFailedProjectIsTold(TestHost host) { … }
 * }
 * }</pre>
 */
public final class TestHostExtension implements ParameterResolver, AfterEachCallback {

  private static final Namespace HOSTS = Namespace.create(TestHostExtension.class);

  /** Creates the extension; JUnit calls this. */
  public TestHostExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == TestHost.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getStore(HOSTS)
        .getOrComputeIfAbsent(TestHost.class, type -> host(), TestHost.class);
  }

  @Override
  public void afterEach(ExtensionContext test) throws IOException {
    TestHost host = test.getStore(HOSTS).remove(TestHost.class, TestHost.class);
    if (host != null) {
      host.close();
    }
  }

  private static TestHost host() {
    try {
      return new TestHost();
    } catch (Exception e) {
      throw new ParameterResolutionException("the test's host does not start", e);
    }
  }
}
