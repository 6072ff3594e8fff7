/** Rotation of logs, as logrotate and Logback do it: who rotates, and what can be rotated. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.3.0")
package innkeeper.api.rotation;
