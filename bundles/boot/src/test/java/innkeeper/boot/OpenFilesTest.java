package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OpenFilesTest {

  private static final String HEAD =
      "Limit                     Soft Limit           Hard Limit           Units     \n";

  @Test
  void theLimitInForceIsRead() {
    assertEquals(
        256,
        OpenFiles.limit(
            HEAD + "Max open files            256                  4096                 files\n"));
    assertEquals(
        Long.MAX_VALUE,
        OpenFiles.limit(
            HEAD + "Max open files            unlimited            unlimited            files\n"));
    assertEquals(Long.MAX_VALUE, OpenFiles.limit(""));
  }
}
