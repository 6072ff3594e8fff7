package innkeeper.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClassLinkerTest {

  @Test
  void anEntryOfABundleNamesItsClass() {
    assertEquals("a.b.C$D", ClassLinker.nameOf("/a/b/C$D.class"));
  }
}
