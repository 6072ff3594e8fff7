package innkeeper.admin.outlook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.rotation.Rotator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DiskOutlookTest {

  private static final Instant NOW = Instant.parse("2026-11-21T05:40:00Z");
  private static final Duration DAY = Duration.ofDays(1);
  private static final long MB = 1 << 20;

  private static Rotator.Status log(String name, long archiveBytes) {
    return new Rotator.Status(
        name,
        MB,
        10 * MB,
        List.of(),
        archiveBytes,
        Optional.empty(),
        Rotator.Next.bySize(MB, 10 * MB));
  }

  private static DiskOutlook.Pace pace(String name, long bytesPerDay) {
    return new DiskOutlook.Pace("id-" + name, name, bytesPerDay / 86_400.0, 10);
  }

  private static DiskOutlook outlook(
      List<Rotator.Status> logs, List<DiskOutlook.Pace> paces, long cap, long free) {
    return DiskOutlook.of(logs, paces, cap, Duration.ZERO, OptionalLong.of(free), NOW);
  }

  @Test
  void theCapIsReachedByAllLogsTogether() {
    DiskOutlook outlook =
        outlook(
            List.of(log("a", 10 * MB), log("b", 0), log("main", MB)),
            List.of(pace("a", 8 * MB), pace("b", 2 * MB)),
            101 * MB,
            1000 * MB);
    assertEquals(Optional.of(NOW.plus(DAY.multipliedBy(9))), outlook.reachesCapAt());
    assertEquals(
        "Archives reach their cap of 101.0 MiB in 9d 00h at the earliest; then the oldest are"
            + " deleted.",
        outlook.outlook());
    assertEquals(OptionalLong.of(10 * MB), outlook.bytesPerDay());
    assertEquals(
        List.of("id-a", "id-b"), outlook.writers().stream().map(w -> w.channelId()).toList());
    assertEquals(0.8, outlook.writers().get(0).share());
    assertEquals(11 * MB, outlook.writers().get(0).logBytes());
    assertEquals(13.8, outlook.writers().get(0).keepsDays(), "eleven files of ten days");
  }

  @Test
  void aLogThatIsAtItsOwnLimitGrowsNoFurther() {
    DiskOutlook outlook =
        outlook(
            List.of(log("a", 90 * MB), log("b", 0)),
            List.of(pace("a", 10 * MB), pace("b", MB)),
            120 * MB,
            1000 * MB);
    assertEquals(Optional.of(NOW.plus(DAY.multipliedBy(20))), outlook.reachesCapAt());
    DiskOutlook never =
        outlook(List.of(log("a", 90 * MB)), List.of(pace("a", 10 * MB)), 120 * MB, 1000 * MB);
    assertEquals(Optional.empty(), never.reachesCapAt());
    assertTrue(never.outlook().contains("at most 100.0 MiB of 120.0 MiB"), never.outlook());
  }

  @Test
  void aDiskThatIsSmallerThanTheCapIsNamed() {
    DiskOutlook outlook =
        outlook(List.of(log("a", 0)), List.of(pace("a", 10 * MB)), 120 * MB, 50 * MB);
    assertEquals(Optional.of(NOW.plus(DAY.multipliedBy(5))), outlook.diskFullAt());
    assertTrue(outlook.outlook().contains("fill the disk in 5d 00h"), outlook.outlook());
  }

  @Test
  void unknownFiguresAreAbsent() {
    DiskOutlook outlook = outlook(List.of(log("a", MB)), List.of(), 120 * MB, 50 * MB);
    assertEquals(OptionalLong.empty(), outlook.bytesPerDay());
    assertEquals(Optional.empty(), outlook.reachesCapAt());
    assertEquals(List.of(), outlook.writers());
    assertTrue(outlook.outlook().contains("not known yet"), outlook.outlook());
  }

  @Test
  void archivesAtTheirCapStayThere() {
    DiskOutlook outlook =
        outlook(List.of(log("a", 120 * MB)), List.of(pace("a", MB)), 120 * MB, 500 * MB);
    assertEquals(Optional.of(NOW), outlook.reachesCapAt());
    assertTrue(outlook.outlook().contains("are at their cap"), outlook.outlook());
  }
}
