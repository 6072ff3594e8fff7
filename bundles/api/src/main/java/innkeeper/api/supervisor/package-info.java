/** The states of projects' servers, and the requests that change them. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.supervisor;
