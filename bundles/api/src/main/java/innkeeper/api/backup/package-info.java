/** Backups of bot.db: creation, list, pruning, restore drill. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.2.1")
package innkeeper.api.backup;
