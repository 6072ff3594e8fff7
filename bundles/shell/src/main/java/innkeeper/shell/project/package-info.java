/** Commands that define projects, start and stop their servers, and wait for them. */
package innkeeper.shell.project;
