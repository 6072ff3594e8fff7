/** What is done when the heap runs out: the host notes it and gives way to a new one. */
package innkeeper.boot.memory;
