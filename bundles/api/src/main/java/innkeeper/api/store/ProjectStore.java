package innkeeper.api.store;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.ProjectDefinition;
import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Definitions and desired states in bot.db. Each write is one transaction together with its audit
 * entries, and is on disk when the call returns. For the supervisor: others change projects through
 * {@link innkeeper.api.supervisor.Supervisor}. Provided by the store bundle; the service is away
 * while that bundle is replaced. Safe for many threads. No method returns null.
 */
@ProviderType
public interface ProjectStore {

  /**
   * All projects but those that are {@link #unreadable}.
   *
   * @return sorted by channelId; empty only if nothing is defined
   * @throws StoreException if they could not be read
   */
  List<StoredProject> projects();

  /**
   * Projects whose definition could not be read when {@link #projects} was last called.
   *
   * @return empty in the normal case
   */
  List<UnreadableProject> unreadable();

  /**
   * Puts and removes projects, all or nothing. A new project gets the desired state {@link
   * Desired#RUNNING} if its definition says autostart, else STOPPED; an existing one keeps its own.
   *
   * @param put definitions, new or in place of those with their channelIds
   * @param remove channelIds; one that is not defined has no effect
   * @param audit entries for the audit record, in order
   * @throws StoreException if it could not be written; nothing was then
   */
  void apply(Collection<ProjectDefinition> put, Collection<String> remove, List<AuditDraft> audit);

  /**
   * Writes the desired state of one project.
   *
   * @param audit the entry for the audit record
   * @throws StoreException if it could not be written, or the project is not defined
   */
  void desire(String channelId, Desired desired, AuditDraft audit);

  /**
   * One project as stored.
   *
   * @param desired the state that the operator wants
   */
  record StoredProject(ProjectDefinition definition, Desired desired) {}

  /**
   * One project whose definition this release cannot read.
   *
   * @param desired the state that the operator wants
   * @param reason what is wrong with it, one line
   */
  record UnreadableProject(String channelId, Desired desired, String reason) {}
}
