/** The definition of a project: its content, its forms and its checks. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.project;
