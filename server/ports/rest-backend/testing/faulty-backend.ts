import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../../testing/after-file.ts';

/**
 * `pass` forwards; `refuse` breaks the connection before anything is done; `lose` lets the backend act and breaks the connection instead of
 * answering; `hang` never answers; the others send a different answer.
 */
type Fault = 'pass' | 'refuse' | 'lose' | 'hang' | 'half' | 'unavailable' | 'html' | 'other-shape' | 'endless' | 'unauthorized';

export interface FaultyBackend {
  url: string;
  /** Behaviour for the next requests; a list is used up one by one, then requests pass. */
  set(fault: Fault | readonly Fault[]): void;
  /** Forwards to another backend from now on. */
  lead(target: string): void;
  /** `METHOD path` of the requests received since the last `set`. */
  requests: string[];
}

/** A proxy in front of a real backend that simulates network faults. Ends with the test file. */
export async function startFaultyBackend(first: string): Promise<FaultyBackend> {
  let target = first;
  let always: Fault = 'pass';
  let queue: Fault[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handle(queue.shift() ?? always, target, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lead(next) {
      target = next;
    },
    set(fault) {
      requests.length = 0;
      queue = typeof fault === 'string' ? [] : [...fault];
      always = typeof fault === 'string' ? fault : 'pass';
    },
  };
}

function handle(fault: Fault, target: string, request: IncomingMessage, response: ServerResponse): void {
  const answer = (status: number, type: string, body: string) => {
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  switch (fault) {
    case 'refuse':
      request.socket.destroy();
      return;
    case 'hang':
      request.resume();
      return;
    case 'half':
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
      response.write('{"users":[', () => response.destroy());
      return;
    case 'unavailable':
      return answer(503, 'text/plain', 'not now');
    case 'html':
      return answer(500, 'text/html', '<h1>Traceback</h1>');
    case 'other-shape':
      return answer(200, 'application/json', '{"users":"none","id":7}');
    case 'unauthorized':
      return answer(401, 'application/json', '{"message":"no"}');
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`"${'x'.repeat(9 * 1024 * 1024)}`);
      request.resume();
      return;
    case 'pass':
    case 'lose':
      return forward(fault, target, request, response);
  }
}

function forward(fault: 'pass' | 'lose', target: string, request: IncomingMessage, response: ServerResponse): void {
  const onward = httpRequest(`${target}${request.url}`, { method: request.method, headers: request.headers }, (answer) => {
    if (fault === 'pass') {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    answer.resume();
    answer.once('end', () => request.socket.destroy());
  });
  onward.on('error', () => request.socket.destroy());
  request.pipe(onward);
}
