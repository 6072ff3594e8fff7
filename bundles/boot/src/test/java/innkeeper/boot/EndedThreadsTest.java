package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EndedThreadsTest {

  @Test
  void aThreadThatEndsWithAnErrorIsNamed() throws Exception {
    EndedThreads ended = new EndedThreads();
    Thread thread =
        new Thread(
            () -> {
              throw new OutOfMemoryError("no heap, for once");
            },
            "stranger");
    thread.setUncaughtExceptionHandler(ended);
    thread.start();
    thread.join();
    assertEquals(1, ended.last().size());
    String told = ended.last().get(0);
    assertTrue(told.startsWith("thread stranger ended at "), told);
    assertTrue(told.endsWith(" with java.lang.OutOfMemoryError: no heap, for once"), told);
  }
}
