package innkeeper.xmlrpc;

import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.Supervisor;
import java.util.Optional;

/** The services of other bundles at one moment; each may be missing. */
record HostServices(
    Optional<Supervisor> findSupervisor, Optional<Logs> findLogs, Optional<Rotator> findRotator) {

  Supervisor supervisor() {
    return findSupervisor.orElseThrow(() -> away("supervisor"));
  }

  Logs logs() {
    return findLogs.orElseThrow(() -> away("logging"));
  }

  Rotator rotator() {
    return findRotator.orElseThrow(() -> away("rotation"));
  }

  private static Fault away(String surface) {
    return new Fault(
        FaultCode.FAILED, "the " + surface + " surface is being replaced or is not installed");
  }
}
