/** Rotation of logs, as logrotate and Logback do it: the rotator, and the logs that it rotates. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.rotation;
