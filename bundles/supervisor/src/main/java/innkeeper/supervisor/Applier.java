package innkeeper.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Applied;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.supervisor.lifecycle.Project;
import innkeeper.supervisor.lifecycle.RequestEvent;
import innkeeper.supervisor.lifecycle.StartOrder;
import innkeeper.supervisor.lifecycle.StoreAccess;
import innkeeper.supervisor.lifecycle.SupervisorContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Changes the set of definitions: one change at a time, and each change completely or not at all.
 */
final class Applier {

  private final ProjectSupervisor supervisor;

  private final StoreAccess stores;
  private final SupervisorContext context;
  private final DefinitionRecord record;

  Applier(
      ProjectSupervisor supervisor,
      StoreAccess stores,
      SupervisorContext context,
      DefinitionRecord record) {
    this.record = record;
    this.supervisor = supervisor;
    this.stores = stores;
    this.context = context;
  }

  /** The changes that one request makes, by channelId. */
  private record Plan(
      List<ProjectDefinition> put, List<String> remove, Applied applied, List<AuditDraft> audit) {}

  Applied apply(
      Collection<ProjectDefinition> definitions, boolean prune, boolean dryRun, Actor actor) {
    supervisor.awaitLoaded();
    // The lock guards the set of definitions: a plan is made from the present set and then carried
    // out.
    synchronized (this) {
      Plan plan = plan(definitions, prune, actor);
      if (dryRun || (plan.put().isEmpty() && plan.remove().isEmpty())) {
        return plan.applied();
      }
      write(plan.put(), plan.remove(), plan.audit());
      for (String id : plan.remove()) {
        supervisor.readable(id);
        supervisor.get(id).ifPresent(p -> p.remove(() -> supervisor.drop(id)));
      }
      for (ProjectDefinition d : StartOrder.of(plan.put())) {
        put(d, plan.applied(), actor);
      }
      return plan.applied();
    }
  }

  CompletableFuture<Void> remove(Project project, Actor actor) {
    CompletableFuture<Void> gone = new CompletableFuture<>();
    String id = project.definition().channelId();
    synchronized (this) {
      if (project.orphan()) {
        throw new StateConflictException(
            "cannot remove " + id + ": it is not defined; " + project.status().reason());
      }
      refuseIfNamed(id);
      AuditDraft draft = new AuditDraft("project.remove", id, actor, "ok", "");
      write(List.of(), List.of(id), List.of(draft));
      project.remove(
          () -> {
            supervisor.drop(id);
            gone.complete(null);
          });
    }
    return gone;
  }

  /**
   * Refuses the removal of a project that others name in {@code after}. Else every later change
   * would be refused, because the order could not be kept.
   */
  private void refuseIfNamed(String id) {
    List<String> later =
        supervisor.definitions().stream()
            .filter(d -> d.after().contains(id) && !d.channelId().equals(id))
            .map(ProjectDefinition::channelId)
            .filter(other -> !leaving(other))
            .toList();
    if (!later.isEmpty()) {
      throw new StateConflictException(
          "cannot remove "
              + id
              + ": "
              + String.join(", ", later)
              + (later.size() == 1 ? " starts after it; remove it" : " start after it; remove them")
              + " first, or take "
              + id
              + " out of \"after\"");
    }
  }

  private boolean leaving(String id) {
    return supervisor.get(id).map(Project::leaving).orElse(true);
  }

  /** Removes a project whose definition cannot be read: only its row in the store is known. */
  CompletableFuture<Void> removeUnreadable(String id, Actor actor) {
    synchronized (this) {
      stores
          .get()
          .apply(
              List.of(),
              List.of(id),
              List.of(new AuditDraft("project.remove", id, actor, "ok", "")));
      supervisor.readable(id);
    }
    return CompletableFuture.completedFuture(null);
  }

  private void write(List<ProjectDefinition> put, List<String> remove, List<AuditDraft> audit) {
    remove.forEach(id -> supervisor.get(id).ifPresent(p -> p.removing(true)));
    try {
      stores.get().apply(put, remove, audit);
      context.launcher().makeFifosAhead(put);
    } catch (StoreException e) {
      remove.forEach(id -> supervisor.get(id).ifPresent(p -> p.removing(false)));
      throw e;
    }
  }

  private Plan plan(Collection<ProjectDefinition> definitions, boolean prune, Actor actor) {
    Map<String, ProjectDefinition> now = new LinkedHashMap<>();
    supervisor.definitions().forEach(d -> now.put(d.channelId(), d));
    List<String> mistakes = new ArrayList<>(mistakesOf(definitions));
    Map<String, ProjectDefinition> then = new LinkedHashMap<>(prune ? Map.of() : now);
    definitions.forEach(d -> then.put(d.channelId(), d));
    // A project that is being removed may still name one that is gone already.
    mistakes.addAll(
        Definitions.mistakesAmong(
            then.values().stream()
                .filter(d -> definitions.contains(d) || !leaving(d.channelId()))
                .toList()));
    if (!mistakes.isEmpty()) {
      throw new DefinitionException(mistakes.stream().distinct().toList());
    }
    List<ProjectDefinition> put = new ArrayList<>();
    List<AuditDraft> audit = new ArrayList<>();
    Supplier<List<String>> ids = ArrayList::new;
    Applied applied = new Applied(ids.get(), ids.get(), ids.get(), ids.get(), ids.get());
    for (ProjectDefinition d : then.values()) {
      ProjectDefinition old = now.get(d.channelId());
      if (old == null) {
        put.add(d);
        applied.added().add(d.channelId());
        audit.add(new AuditDraft("project.define", d.channelId(), actor, "ok", record.defined(d)));
      } else if (!old.equals(d)) {
        put.add(d);
        applied.changed().add(d.channelId());
        if (restarts(d, old)) {
          applied.restarted().add(d.channelId());
        }
        String changes = record.changed(old, d);
        audit.add(new AuditDraft("project.change", d.channelId(), actor, "ok", changes));
      } else if (definitions.contains(d)) {
        applied.unchanged().add(d.channelId());
      }
    }
    Set<String> all = new TreeSet<>(now.keySet());
    if (prune) {
      all.addAll(supervisor.unreadable());
    }
    for (String id : all) {
      if (!then.containsKey(id)) {
        applied.removed().add(id);
        audit.add(new AuditDraft("project.remove", id, actor, "ok", ""));
      }
    }
    return new Plan(put, applied.removed(), applied, audit);
  }

  private List<String> mistakesOf(Collection<ProjectDefinition> definitions) {
    List<String> mistakes = new ArrayList<>();
    Map<String, ProjectDefinition> seen = new LinkedHashMap<>();
    for (ProjectDefinition d : definitions) {
      if (seen.put(d.channelId(), d) != null) {
        mistakes.add(d.channelId() + ": channelId is defined twice");
      }
      for (String notKept : context.launcher().limits().notKept(d)) {
        mistakes.add(d.channelId() + ": " + notKept);
      }
    }
    return mistakes;
  }

  /**
   * Returns whether the change restarts the project: its server is wanted, and the old one runs or
   * would be tried again.
   */
  private boolean restarts(ProjectDefinition now, ProjectDefinition old) {
    ProjectStatus status = supervisor.get(now.channelId()).orElseThrow().status();
    return now.needsRestartAfter(old)
        && status.lifecycle().desired() == Desired.RUNNING
        && status.state() != ProjectState.UNKNOWN
        && status.state() != ProjectState.EXITED
        && status.state() != ProjectState.STOPPED;
  }

  private void put(ProjectDefinition d, Applied applied, Actor actor) {
    String id = d.channelId();
    if (applied.added().contains(id)) {
      // The row was in the store all the time and kept the desired state.
      Desired desired =
          supervisor.readable(id).orElse(d.autostart() ? Desired.RUNNING : Desired.STOPPED);
      Project orphan = supervisor.get(id).orElse(null);
      if (orphan != null) {
        // The server was left alone because it had no definition; now it has one.
        orphan.define(d);
        orphan.adoptOrphan(desired);
        return;
      }
      Project project = supervisor.add(d, desired);
      if (desired == Desired.RUNNING) {
        project.handle(new RequestEvent.BootRequested());
      } else {
        supervisor.tell(project);
      }
      return;
    }
    Project project = supervisor.get(id).orElseThrow();
    project.define(d);
    if (applied.restarted().contains(id)) {
      project.handle(new RequestEvent.RenewRequested());
    }
  }
}
