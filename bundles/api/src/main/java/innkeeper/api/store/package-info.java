/** The database bot.db: definitions, desired states, snapshots. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.store;
