import { createServer as createHttp } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * How the proxy treats a connection. `pass`: forwards; `slow`: forwards late; `frozen`: holds everything back until the next change;
 * `forgotten`: drops the bytes of existing connections without telling either end; `cut`: breaks all connections again and again; `errors`:
 * answers with errors itself.
 */
type Manner = 'pass' | 'slow' | 'frozen' | 'forgotten' | 'cut' | 'errors';

export interface FaultyWire {
  /** host:port */
  host: string;
  set(manner: Manner): void;
  close(): Promise<void>;
}

const SLOW_MS = 250;
const CUT_EVERY_MS = 700;
/** gRPC codes: UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL. */
const GRPC_ERRORS = [14, 4, 8, 13];

/** A TCP proxy between a portal and a server that it needs. @param speaks protocol in which `errors` answers */
export async function startFaultyWire(target: string, speaks: 'grpc' | 'http' = 'http'): Promise<FaultyWire> {
  const [targetHost, targetPort] = target.split(':');
  let manner: Manner = 'pass';
  /** Generation of connections: those of an earlier one are forgotten. */
  let since = 0;
  let melt: () => void = () => undefined;
  let thaw = Promise.resolve();
  const open = new Set<Socket>();
  const broken = speaks === 'grpc' ? grpcErrors() : createHttp((_request, answer) => answer.writeHead(503).end('<h1>503</h1>'));
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    return socket;
  };
  /** One direction of a connection. */
  const wire = () => {
    const forgotten = since;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (since !== forgotten) return;
        if (manner === 'slow') setTimeout(() => done(null, chunk), SLOW_MS);
        else if (manner === 'frozen') void thaw.then(() => done(null, chunk));
        else done(null, chunk);
      },
    });
  };
  const server = createServer((near) => {
    track(near);
    if (manner === 'errors') return void broken.emit('connection', near);
    const far = track(connect({ host: targetHost ?? '', port: Number(targetPort) }));
    near.pipe(wire()).pipe(far).pipe(wire()).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutter = setInterval(() => {
    if (manner === 'cut') endAll();
  }, CUT_EVERY_MS);
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      if (next === 'errors' || manner === 'errors') endAll();
      if (next === 'forgotten') since += 1;
      if (next === 'frozen') thaw = new Promise((resolve) => (melt = resolve));
      manner = next;
      if (next !== 'frozen') melt();
    },
    close: async () => {
      clearInterval(cutter);
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function grpcErrors() {
  let turn = 0;
  const server = createHttp2();
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    const status = GRPC_ERRORS[turn++ % GRPC_ERRORS.length];
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(status), 'grpc-message': 'fault' },
      { endStream: true },
    );
  });
  server.on('sessionError', () => undefined);
  return server;
}
