/** What client and server say to each other. JDK only. */
package innkeeper.shell.wire;
