/** Threads that outlive what is thrown in them, and a record of it for the health report. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.thread;
