/** The rule which services of the HTTP whiteboard are used. */
package innkeeper.host.whiteboard;
