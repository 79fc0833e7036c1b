import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import { networkKey } from '../../platform/limits/network-key.ts';
import { describeListenError } from '../../platform/processes/listen-refusal.ts';

/**
 * Behind a proxy: how long a process asked to end still accepts requests, while its health addresses report that it is closing and each
 * connection ends with its answer. The proxy checks more often than that, so by then it has gone elsewhere and meets neither a refused
 * connection nor one closed on it.
 */
const NOTICE_MS = 5_000;
const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/;
/** Then pending requests get this long. */
const DRAIN_MS = 10_000;
const IDLE_SWEEP_MS = 50;
/** Node itself answers longer headers with 431, before any of the portal's code runs. */
const MAX_HEADER_BYTES = 16 * 1024;
/**
 * A browser that stops in the middle of its headers must not hold a connection; bodies (uploads) have 600 s in all, those of strangers 45 s
 * more (body-deadline.ts).
 */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 600_000;
/** How often the two timeouts are checked: Node's default. */
const CHECK_MS = 30_000;
/** Longer than the usual 60 s of a reverse proxy, which would otherwise use connections that were just closed. */
const KEEP_ALIVE_MS = 65_000;
/** A browser opens six, and a whole agency may share one address: enough for eighty people at once. */
const CONNECTIONS_OF_A_NETWORK = 500;
/** Of those: connections without a session so far. */
const CONNECTIONS_OF_STRANGERS = 100;
const signedInConnections = new WeakSet<Socket>();
const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

export interface Listening {
  port: number;
  /** Behind a proxy, first announces the closing; then accepts no more connections and waits for pending answers, at most ten seconds. */
  close(): Promise<void>;
}

/**
 * @param fasterBy divides the timeouts of unfinished requests, for tests
 * @param address `trustProxy` as in Express: behind a proxy all connections are the proxy's, so it must limit those of its callers
 * @throws with a sentence for the operator when the port cannot be used
 */
export async function listen(
  app: Express,
  address: { port: number; host: string; trustProxy?: unknown },
  { fasterBy = 1 }: { fasterBy?: number } = {},
): Promise<Listening> {
  let isClosing = false;
  const answer: RequestListener = (request, response) => {
    if (!isClosing) return void app(request, response);
    response.shouldKeepAlive = false;
    if (!HEALTH.test(request.url ?? '')) return void app(request, response);
    response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end('{"status":"closing"}');
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS / fasterBy,
      requestTimeout: REQUEST_TIMEOUT_MS / fasterBy,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS / fasterBy,
    },
    answer,
  );
  if (!address.trustProxy && !LOOPBACK.test(address.host)) limitConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describeListenError(error, address, 'PORT')));
    server.listen(address.port, address.host, resolve);
  });
  const bound = server.address();
  const close = async () => {
    isClosing = true;
    if (address.trustProxy) await pause(NOTICE_MS);
    await drain(server);
  };
  return { port: bound && typeof bound === 'object' ? bound.port : address.port, close };
}

/** From now on the connection counts as a person's, not a stranger's. */
export function markSignedInConnection(socket: Socket): void {
  signedInConnections.add(socket);
}

/**
 * Connections beyond a network's limit are closed before a byte is read. Among strangers' connections, the oldest idle one makes room
 * instead: a browser may have fetched a picture there and will use another connection, while somebody who keeps many open locks nobody out.
 */
function limitConnections(server: Server): void {
  const open = new Map<string, Set<Socket>>();
  const answering = new WeakSet<Socket>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('connection', (socket) => {
    const network = networkKey(socket.remoteAddress ?? '');
    const ofNetwork = open.get(network) ?? new Set();
    open.set(network, ofNetwork.add(socket));
    socket.once('close', () => {
      ofNetwork.delete(socket);
      if (ofNetwork.size === 0) open.delete(network);
    });
    const strangers = [...ofNetwork].filter((one) => !signedInConnections.has(one) && !one.destroyed);
    if (ofNetwork.size > CONNECTIONS_OF_A_NETWORK) socket.destroy();
    else if (strangers.length > CONNECTIONS_OF_STRANGERS) strangers.find((one) => !answering.has(one))?.destroy();
  });
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection becomes idle only after its answer was sent; kept alive, it would delay closing for a minute.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close(() => {
      clearTimeout(giveUp);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
