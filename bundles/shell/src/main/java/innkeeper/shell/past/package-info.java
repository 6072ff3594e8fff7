/** Commands for what was: incidents and figures over time. */
package innkeeper.shell.past;
