/** {@code --host swarm://STACK}: finds the tasks of a stack through a manager's engine. */
package innkeeper.cli.swarm;
