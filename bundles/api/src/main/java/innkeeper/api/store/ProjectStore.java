package innkeeper.api.store;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.ProjectDefinition;
import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Definitions and desired states in bot.db. Each write and its audit entries are one transaction,
 * which is on disk when the call returns. Only the supervisor uses it; other bundles change
 * projects through {@link innkeeper.api.supervisor.Supervisor}. The store bundle provides it; the
 * service is away while that bundle is replaced. Safe for many threads. No method returns null.
 */
@ProviderType
public interface ProjectStore {

  /**
   * Returns all projects except those in {@link #unreadable}.
   *
   * @return sorted by channelId; empty only if no project is defined
   * @throws StoreException if the projects could not be read
   */
  List<StoredProject> projects();

  /**
   * Returns the projects whose definition could not be read in the last call of {@link #projects}.
   *
   * @return empty in the normal case
   */
  List<UnreadableProject> unreadable();

  /**
   * Writes and removes projects, all or nothing. A new project gets the desired state {@link
   * Desired#RUNNING} if its definition has autostart, else STOPPED; an existing project keeps its
   * desired state.
   *
   * @param put definitions; each is new or replaces the one with its channelId
   * @param remove channelIds; an undefined one has no effect
   * @param audit entries for the audit record, in order
   * @throws StoreException if the changes could not be written; then nothing was changed
   */
  void apply(Collection<ProjectDefinition> put, Collection<String> remove, List<AuditDraft> audit);

  /**
   * Writes the desired state of one project.
   *
   * @param audit the entry for the audit record
   * @throws StoreException if the state could not be written, or the project is not defined
   */
  void desire(String channelId, Desired desired, AuditDraft audit);

  /**
   * One project as stored.
   *
   * @param desired the state that the operator requested
   */
  record StoredProject(ProjectDefinition definition, Desired desired) {}

  /**
   * One project whose definition this release cannot read.
   *
   * @param desired the state that the operator requested
   * @param reason the error in one line
   */
  record UnreadableProject(String channelId, Desired desired, String reason) {}
}
