/** Makes our commands available in Gogo, and Gogo's commands in the shell. */
package innkeeper.shell.gogo;
