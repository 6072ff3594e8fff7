/** Backups of bot.db: made, listed, pruned, rehearsed. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.2.0")
package innkeeper.api.backup;
