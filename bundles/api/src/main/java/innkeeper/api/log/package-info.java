/** Servers' output and the host's own log: redaction, tail, follow. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.12.0")
package innkeeper.api.log;
