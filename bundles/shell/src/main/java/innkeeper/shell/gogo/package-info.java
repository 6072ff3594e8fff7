/** Our commands in Gogo, and Gogo's in ours. */
package innkeeper.shell.gogo;
