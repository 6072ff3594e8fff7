/** The rule that decides which services of the HTTP whiteboard are used. */
package innkeeper.host.whiteboard;
