/** Processes and threads of this machine. */
package innkeeper.common.process;
