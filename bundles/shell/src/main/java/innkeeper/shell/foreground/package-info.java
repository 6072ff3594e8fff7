/**
 * {@code run --project}: runs the projects of a command line, as the first process of a container.
 */
package innkeeper.shell.foreground;
