package innkeeper.testkit;

import java.util.Objects;

/** A test without JUnit, run from a {@code main}, for projects that use only the JDK. */
public final class PlainTest {

  private PlainTest() {}

  /** The body of a test, which runs on a host of its own. */
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
   * Runs a test and prints that it passed.
   *
   * @param name the name of the test
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
   * Checks that two values are equal.
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
   * Checks that a condition is true.
   *
   * @param condition the condition
   * @param message the message of the error
   * @throws AssertionError if the condition is false
   */
  public static void assertTrue(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }
}
