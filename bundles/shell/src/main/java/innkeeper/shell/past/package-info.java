/** Commands for the past: incidents, and figures over time. */
package innkeeper.shell.past;
