/** Threads that survive what is thrown in them; the health report shows what was thrown. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.thread;
