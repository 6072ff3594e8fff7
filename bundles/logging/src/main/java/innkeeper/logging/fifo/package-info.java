/**
 * FIFOs that servers print to: where they are, reads that never wait, one thread for the silent.
 */
package innkeeper.logging.fifo;
