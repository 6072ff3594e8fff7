/** Alarms: messages to people when something goes wrong, and when it is over. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.alarm;
