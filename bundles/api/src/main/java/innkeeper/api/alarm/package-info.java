/** Alarms: messages to people when an incident begins and when it ends. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.alarm;
