import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Started {
  /** host:port */
  host: string;
  stop(): Promise<void>;
}

/**
 * A service that all test files of a run share. The first GET of `url` starts it, and every answer is the service's own address: a run that
 * does not need it does not pay for it.
 */
export async function offerOnDemand(start: () => Promise<Started>): Promise<{ url: string; stop: () => Promise<void> }> {
  let started: Promise<Started> | null = null;
  const startOnce = () =>
    (started ??= start().catch((error: unknown) => {
      // A later file tries again, and reports the error itself.
      started = null;
      throw error;
    }));
  const server = createServer((_request, response) => {
    startOnce().then(
      ({ host }) => response.end(host),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await (await started?.catch(() => null))?.stop();
    },
  };
}

/** Requests such a service and waits until it has started. @returns its host:port */
export async function requestOnDemandService(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
