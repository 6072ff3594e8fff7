package innkeeper.api.store;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.ProjectDefinition;
import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Definitions and desired states. Each write is one transaction together with its audit entries,
 * and is on disk when the call returns. Safe for many threads.
 */
@ProviderType
public interface ProjectStore {

  /**
   * Everything defined, by channelId, but for what is {@link #unreadable}.
   *
   * @throws StoreException if it could not be read: an empty list means that nothing is defined
   */
  List<StoredProject> projects();

  /** Projects whose definition could not be read when {@link #projects} was last asked. */
  List<UnreadableProject> unreadable();

  /**
   * Puts and removes, all or nothing. A project that was not there gets {@code desired} {@link
   * Desired#RUNNING} if its definition says autostart, else STOPPED; one that was there keeps it.
   *
   * @throws StoreException if it could not be written; nothing was then
   */
  void apply(Collection<ProjectDefinition> put, Collection<String> remove, List<AuditDraft> audit);

  /**
   * Writes what the operator wants.
   *
   * @throws StoreException if it could not be written, or the project is not defined
   */
  void desire(String channelId, Desired desired, AuditDraft audit);

  /** One row. */
  record StoredProject(ProjectDefinition definition, Desired desired) {}

  /**
   * One row whose definition means nothing to this release.
   *
   * @param reason what is wrong with it, one line
   */
  record UnreadableProject(String channelId, Desired desired, String reason) {}
}
