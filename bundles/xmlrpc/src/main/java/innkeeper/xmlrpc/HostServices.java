package innkeeper.xmlrpc;

import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.supervisor.Supervisor;
import java.util.Optional;

/** The services of other bundles; each may be missing at any time. */
record HostServices(
    AwaitedService<Supervisor> supervisors,
    AwaitedService<Logs> allLogs,
    AwaitedService<Rotator> rotators) {

  Optional<Supervisor> findSupervisor() {
    return supervisors.get();
  }

  Optional<Logs> findLogs() {
    return allLogs.get();
  }

  Supervisor supervisor() {
    return findSupervisor().orElseThrow(() -> away("supervisor"));
  }

  Rotator rotator() {
    return rotators.get().orElseThrow(() -> away("rotation"));
  }

  private static Fault away(String bundle) {
    return new Fault(
        FaultCode.FAILED, "the " + bundle + " surface is being replaced or is not installed");
  }
}
