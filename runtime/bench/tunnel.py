"""A port of loopback that leads to another one as slowly as a tunnel over ssh does.

usage: runtime/bench/tunnel.py TO_PORT [ROUND_TRIP_MS=80]      prints its port; ends with its process

Bytes arrive half a round trip later in each direction. A connection is there after one more round trip, for ssh
opens a channel first. Bandwidth is not limited."""
import asyncio, sys, threading, time


async def carry(reader, writer, delay):
    queue = asyncio.Queue()

    async def deliver():
        while True:
            due, data = await queue.get()
            await asyncio.sleep(max(0, due - time.monotonic()))
            if not data:
                writer.close()
                return
            writer.write(data)
            await writer.drain()

    late = asyncio.ensure_future(deliver())
    try:
        while True:
            data = await reader.read(1 << 16)
            queue.put_nowait((time.monotonic() + delay, data))
            if not data:
                break
        await late
    except OSError:
        late.cancel()
        writer.close()


class Tunnel:
    """Serves in a thread of its own until close()."""

    def __init__(self, to, round_trip_ms=80):
        self.to, self.delay, self.loop = to, round_trip_ms / 2000, asyncio.new_event_loop()
        ready = threading.Event()

        def serve():
            asyncio.set_event_loop(self.loop)
            self.server = self.loop.run_until_complete(asyncio.start_server(self.come, "127.0.0.1", 0))
            self.port = self.server.sockets[0].getsockname()[1]
            ready.set()
            self.loop.run_forever()

        threading.Thread(target=serve, daemon=True).start()
        ready.wait()

    async def come(self, reader, writer):
        try:
            await asyncio.sleep(2 * self.delay)
            there = await asyncio.open_connection("127.0.0.1", self.to)
            await asyncio.gather(carry(reader, there[1], self.delay), carry(there[0], writer, self.delay))
        except asyncio.CancelledError:
            writer.close()

    def close(self):
        def end():
            for task in asyncio.all_tasks():
                task.cancel()
            self.loop.call_later(0.1, self.loop.stop)

        self.loop.call_soon_threadsafe(end)


if __name__ == "__main__":
    tunnel = Tunnel(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 80)
    print(tunnel.port, flush=True)
    threading.Event().wait()
