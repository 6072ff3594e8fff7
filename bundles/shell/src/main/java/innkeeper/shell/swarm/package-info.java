/** {@code --host swarm://STACK}: the tasks of a stack, by a manager's engine. */
package innkeeper.shell.swarm;
