"""Rotation's own classes in a small process: what `mvn package` leaves in bundles/rotation/target."""
import glob, os, zipfile
from hostlib import HOME

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bundles/rotation/target/test-classes")
PARTS = [p for f in ("surfaces/innkeeper.rotation-*", "platform/innkeeper.api", "platform/org.apache.felix.healthcheck.api",
                     "lib/innkeeper.boot-*", "lib/slf4j-api-*")
         for p in glob.glob(f"{HOME}/{f}*.jar")]


def victim(folder, step, number, tests=TESTS):
    """The command that writes and dies at a step; see KillVictim."""
    return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData", "-cp",
            ":".join([tests] + PARTS), "innkeeper.rotation.KillVictim", folder, step, str(number)]


def as_jar(folder):
    """So that loading a class opens no file."""
    path = folder + "/tests.jar"
    with zipfile.ZipFile(path, "w") as jar:
        for name in glob.glob(TESTS + "/innkeeper/rotation/*.class"):
            jar.write(name, "innkeeper/rotation/" + os.path.basename(name))
    return path
