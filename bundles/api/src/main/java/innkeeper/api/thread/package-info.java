/** Threads that survive exceptions of their tasks; the health report contains the exceptions. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.thread;
