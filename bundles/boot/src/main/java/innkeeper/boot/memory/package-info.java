/** The reaction to a full heap: the host records it and is replaced by a new one. */
package innkeeper.boot.memory;
