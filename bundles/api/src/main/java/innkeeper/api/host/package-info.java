/** The host process itself: which release runs, and how the next takes over. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.host;
