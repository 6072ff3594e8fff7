/** The host's health: its faults, their reasons and the fixes. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.health;
