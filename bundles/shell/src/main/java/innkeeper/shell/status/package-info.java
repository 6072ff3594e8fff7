/** Shows the state of the projects' servers as tables. */
package innkeeper.shell.status;
