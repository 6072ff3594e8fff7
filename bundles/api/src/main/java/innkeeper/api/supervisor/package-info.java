/** What projects' servers are doing, and how to make them do something else. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.6.0")
package innkeeper.api.supervisor;
