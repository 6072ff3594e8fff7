package innkeeper.store.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import innkeeper.store.restore.RestoreException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests of other programs, and damaged ones. */
class ArchiveManifestTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | its manifest.json is not a JSON object",
        "[1] | its manifest.json is not a JSON object",
        "{} | the format of its manifest.json is missing, this release reads 1",
        "{'format':2,'release':'9'} | the format of its manifest.json is 2, this release reads 1;"
            + " restore it with the release that made it: 9",
        "{'format':1} | members in its manifest.json is missing",
        "{'format':1,'members':7} | members in its manifest.json is 7",
        "{'format':1,'members':['x']} | a member in its manifest.json has unknown fields: x",
        "{'format':1,'members':[{'name':'x'}]} | bytes in its manifest.json is missing",
        "{'format':1,'members':[],'projects':[],'release':'9','host':'h','madeAt':'noon'} |"
            + " madeAt in its manifest.json is noon, not a time"
      })
  void anInvalidManifestIsRefusedWithItsFault(String text, String said) {
    assertEquals(
        said,
        assertThrows(RestoreException.class, () -> ArchiveManifest.read(text.replace('\'', '"')))
            .getMessage());
  }
}
