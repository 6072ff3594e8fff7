/** Rotation of logs, as logrotate and Logback do it: the rotator, and the logs that it rotates. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.3.1")
package innkeeper.api.rotation;
