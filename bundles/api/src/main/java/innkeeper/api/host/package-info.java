/** The host process itself: its release, and its replacement by the next one. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.host;
