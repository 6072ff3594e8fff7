package innkeeper.history.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureFileTest {

  /** On a quarter of an hour. */
  private static final long T = 1_700_000_100L / 900 * 900;

  @TempDir Path dir;

  private FigureFile open() throws Exception {
    return FigureFile.open(dir.resolve("p-api.figures"));
  }

  private static float[] values(double cpu) {
    float[] values = ProjectSampler.none();
    values[Metric.CPU.ordinal()] = (float) cpu;
    values[Metric.RESTARTS.ordinal()] = 1;
    values[Metric.READY.ordinal()] = cpu > 5 ? 1 : 0;
    return values;
  }

  private static List<Point> points(FigureFile file, Tier tier, Metric metric) throws Exception {
    List<Point> points = new ArrayList<>();
    for (Slot slot : file.read(tier, 0, T + 1_000_000_000L)) {
      tier.point(slot, metric).ifPresent(points::add);
    }
    return points;
  }

  private static String text(List<Point> points) {
    StringBuilder text = new StringBuilder();
    for (Point p : points) {
      text.append(p.at().getEpochSecond() - T)
          .append(' ')
          .append(p.min())
          .append(' ')
          .append(p.avg())
          .append(' ')
          .append(p.max())
          .append('\n');
    }
    return text.toString();
  }

  @Test
  void aFileIsSmallFixedAndPrivate() throws Exception {
    try (FigureFile file = open()) {
      Path path = dir.resolve("p-api.figures");
      long size = Files.size(path);
      assertTrue(size <= 400 * 1024, "bytes: " + size);
      for (int i = 0; i < 3000; i++) {
        file.append(T + 5L * i, values(i));
      }
      assertEquals(size, Files.size(path));
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    }
  }

  @Test
  void aMinuteHasTheSmallestTheMeanAndTheLargest() throws Exception {
    try (FigureFile file = open()) {
      for (int i = 0; i < 13; i++) {
        file.append(T + 5L * i, values(i));
      }
      assertEquals(
          "0 0.0 5.5 11.0\n60 12.0 12.0 12.0\n", text(points(file, Tier.MINUTE, Metric.CPU)));
      assertEquals(
          "0 12.0 12.0 12.0\n60 1.0 1.0 1.0\n",
          text(points(file, Tier.MINUTE, Metric.RESTARTS)),
          "restarts are a sum");
      assertEquals(
          "0 0.0 0.5 1.0\n60 1.0 1.0 1.0\n", text(points(file, Tier.MINUTE, Metric.READY)));
      assertEquals("0 0.0 6.0 12.0\n", text(points(file, Tier.QUARTER, Metric.CPU)));
    }
  }

  @Test
  void aMissingSampleIsAGapAndNotAZero() throws Exception {
    try (FigureFile file = open()) {
      file.append(T, values(1));
      file.append(T + 5, ProjectSampler.none());
      file.append(T + 300, values(3));
      assertEquals("0 1.0 1.0 1.0\n300 3.0 3.0 3.0\n", text(points(file, Tier.FINE, Metric.CPU)));
      assertEquals("0 1.0 1.0 1.0\n300 3.0 3.0 3.0\n", text(points(file, Tier.MINUTE, Metric.CPU)));
      assertEquals("", text(points(file, Tier.MINUTE, Metric.RSS)));
    }
  }

  @Test
  void aKilledHostLosesNoStep() throws Exception {
    try (FigureFile file = open()) {
      file.append(T, values(1));
      file.append(T + 5, values(3));
    }
    try (FigureFile file = open()) {
      assertEquals(T + 5, file.last());
      file.append(T + 130, values(8));
      assertEquals("0 1.0 2.0 3.0\n120 8.0 8.0 8.0\n", text(points(file, Tier.MINUTE, Metric.CPU)));
    }
  }

  @Test
  void eachTierDropsOldSlots() throws Exception {
    try (FigureFile file = open()) {
      long hours = 31 * 24;
      for (int i = 0; i < hours * 4; i++) {
        file.append(T + 900L * i, values(i));
      }
      assertEquals(4, points(file, Tier.FINE, Metric.CPU).size());
      // The step that is not over yet stands beside the ring.
      assertEquals(24 * 4 + 1, points(file, Tier.MINUTE, Metric.CPU).size());
      List<Point> quarters = points(file, Tier.QUARTER, Metric.CPU);
      assertEquals(30 * 24 * 4 + 1, quarters.size());
    }
  }

  @Test
  void aTornSlotIsLeftOutAndTheOthersStay() throws Exception {
    try (FigureFile file = open()) {
      file.append(T, values(1));
      file.append(T + 5, values(2));
      file.append(T + 10, values(3));
    }
    try (RandomAccessFile raw = new RandomAccessFile(dir.resolve("p-api.figures").toFile(), "rw")) {
      raw.seek(Tier.FINE.offset(T + 5) + 6);
      raw.write(0x7f);
    }
    try (FigureFile file = open()) {
      assertEquals("0 1.0 1.0 1.0\n10 3.0 3.0 3.0\n", text(points(file, Tier.FINE, Metric.CPU)));
    }
  }

  @Test
  void aClockSetBackWritesOverWhatIsThere() throws Exception {
    try (FigureFile file = open()) {
      file.append(T + 600, values(1));
      file.append(T, values(2));
      file.append(T + 5, values(4));
      assertEquals(
          "0 2.0 2.0 2.0\n5 4.0 4.0 4.0\n600 1.0 1.0 1.0\n",
          text(points(file, Tier.FINE, Metric.CPU)));
    }
  }

  @Test
  void aDamagedFileIsRenamedAndReplaced() throws Exception {
    Path path = dir.resolve("history/p-api.figures");
    Files.createDirectory(path.getParent());
    Files.writeString(path, "something else");
    assertThrows(FigureFile.DamagedException.class, () -> FigureFile.open(path));
    try (FigureDirectory directory = new FigureDirectory(dir.resolve("history"))) {
      directory.file("api").append(T, values(1));
      assertTrue(directory.damage().contains("14 bytes"), directory.damage());
    }
    assertEquals("something else", Files.readString(path.resolveSibling("p-api.figures.damaged")));
    try (FigureDirectory directory = new FigureDirectory(dir.resolve("history"))) {
      assertEquals(1, points(directory.file("api"), Tier.FINE, Metric.CPU).size());
      assertEquals("", directory.damage(), "said once");
    }
  }

  @Test
  void aDirectoryInItsPlaceIsSetAsideToo() throws Exception {
    Files.createDirectories(dir.resolve("history/p-api.figures"));
    try (FigureDirectory directory = new FigureDirectory(dir.resolve("history"))) {
      directory.file("api").append(T, values(1));
    }
    assertTrue(Files.isDirectory(dir.resolve("history/p-api.figures.damaged")));
  }
}
