/** Alarms: messages to people when an incident begins and when it ends. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.alarm;
