/** What a project is: its definition, how it is read, written and checked. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.5.0")
package innkeeper.api.project;
