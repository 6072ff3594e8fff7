package innkeeper.testkit;

import java.util.Objects;

/** A test without JUnit, run from a {@code main}, for projects that have the JDK alone. */
public final class PlainTest {

  private PlainTest() {}

  /** What is tried on a host of its own. */
  public interface Body {

    /**
     * Runs the test.
     *
     * @param host closed afterwards
     * @throws Exception if it fails
     */
    void run(TestHost host) throws Exception;
  }

  /**
   * Runs a test, and says that it passed.
   *
   * @param name what the test promises
   * @param body the test
   * @throws Exception if it fails
   */
  public static void run(String name, Body body) throws Exception {
    try (TestHost host = new TestHost()) {
      body.run(host);
    }
    System.out.println("passed: " + name);
  }

  /**
   * Compares.
   *
   * @param expected may be null
   * @param actual may be null
   * @throws AssertionError if they are not equal
   */
  public static void assertEquals(Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError("expected: " + expected + ", but was: " + actual);
    }
  }

  /**
   * Checks.
   *
   * @param condition what must hold
   * @param message what is said if it does not
   * @throws AssertionError if the condition does not hold
   */
  public static void assertTrue(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }
}
