/** What the projects' servers are doing, as tables. */
package innkeeper.shell.status;
