package innkeeper.shell.server;

import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * One client's socket. The server's thread reads; any thread may send. The channel is non-blocking,
 * because commands are interrupted, and an interrupt would close a blocking channel.
 */
final class Connection {

  private static final long LOOK_MS = 200;
  private static final long NAP_NANOS = 10_000_000;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final FrameReader reader = new FrameReader();

  /** Guards the order of frames. */
  private final Object sending = new Object();

  private Selector writable;

  Connection(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
  }

  SocketChannel channel() {
    return channel;
  }

  FrameReader reader() {
    return reader;
  }

  /** Stops or resumes reading; meanwhile new data waits in the kernel. */
  void pause(boolean on) {
    if (key.isValid()) {
      key.interestOps(on ? 0 : SelectionKey.OP_READ);
      key.selector().wakeup();
    }
  }

  /**
   * Sends one frame, and waits while the client does not read.
   *
   * @throws IOException if the client has gone
   */
  void send(byte type, byte[] payload, int from, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(Frame.encode(type, payload, from, length));
    boolean interrupted = false;
    synchronized (sending) {
      try {
        while (frame.hasRemaining()) {
          if (channel.write(frame) == 0) {
            // An interrupt must neither turn the wait into a busy loop nor get lost.
            interrupted |= Thread.interrupted();
            awaitWritable();
          }
        }
      } finally {
        if (frame.position() > 0 && frame.hasRemaining()) {
          // After a partial frame the client would read the next frame as its rest.
          channel.close();
        }
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  void send(byte type, byte[] payload) throws IOException {
    send(type, payload, 0, payload.length);
  }

  private void awaitWritable() throws IOException {
    if (!channel.isOpen()) {
      throw new ClosedChannelException();
    }
    if (writable == null) {
      try {
        writable = Selector.open();
      } catch (IOException e) {
        // A selector needs file descriptors, and the process may have none left; polling
        // needs none.
        LockSupport.parkNanos(NAP_NANOS);
        return;
      }
      channel.register(writable, SelectionKey.OP_WRITE);
    }
    writable.select(LOOK_MS);
    writable.selectedKeys().clear();
  }

  void close() {
    try {
      channel.close();
      key.selector().wakeup();
      synchronized (sending) {
        if (writable != null) {
          writable.close();
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("a socket could not be closed", e);
    }
  }
}
