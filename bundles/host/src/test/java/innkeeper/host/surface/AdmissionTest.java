package innkeeper.host.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.jar.JarManifest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Version;

class AdmissionTest {

  @Test
  void aFragmentIsRefusedByItsFileAndItsHost() {
    JarManifest fragment = new JarManifest("frag", Version.emptyVersion, "embed");
    Admission admission = new Admission(null, null);
    Path place = Path.of("/data/plugins/frag-1.0.0.jar");
    String why =
        assertThrows(SurfaceException.class, () -> admission.check(fragment, place)).getMessage();
    assertEquals(
        "frag-1.0.0.jar is a fragment of embed (Fragment-Host); Innkeeper does not support"
            + " fragments: put its content into a bundle",
        why);
  }
}
