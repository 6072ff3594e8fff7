/** From what other supervisors read to definitions of ours. */
package innkeeper.shell.convert;
