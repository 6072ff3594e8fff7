/**
 * FIFOs to which servers print: their places, reads that never wait, one thread for silent FIFOs.
 */
package innkeeper.logging.capture.fifo;
