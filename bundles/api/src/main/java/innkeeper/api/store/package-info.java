/** The database bot.db: definitions, desired states, incidents, snapshots. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.4.0")
package innkeeper.api.store;
