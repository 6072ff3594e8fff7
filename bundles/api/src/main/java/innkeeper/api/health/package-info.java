/** The host's health: what is wrong, why, and what to do. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.2.0")
package innkeeper.api.health;
