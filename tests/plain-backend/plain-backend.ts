import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A person with exactly the fields that section 3 of the specification lists. */
export interface PlainPerson {
  id: string | number;
  name?: unknown;
  email?: unknown;
  role?: unknown;
  phone?: unknown;
  agency?: unknown;
  state?: unknown;
  briefcase_permissions?: unknown;
  clicks?: unknown;
  digitalization_permission_id?: unknown;
  department?: unknown;
  position?: unknown;
}

/** How the backend responds; without options in the plainest way. */
export interface Manner {
  /** Property that wraps lists; single people are wrapped in `person` if given. */
  wrapper?: 'users' | 'data' | 'items' | 'results' | undefined;
  person?: 'user' | 'data' | undefined;
  /** Numbers, including clicks, as text; ids of digits as numbers. */
  numbersAsText?: boolean;
  /** Fields missing in all its responses. */
  without?: readonly string[];
  /** Status with which it refuses a query parameter of GET /users. */
  refusesParameters?: number;
  /** It lists only a part of all people: none with these ids. */
  unlisted?: readonly string[];
  /** Answer about a person whom it does not have; 404 by default. */
  missing?: { status: number; json: unknown };
  /** It chooses people's ids itself, whatever id is sent. */
  ownIds?: boolean;
  /** Delay before every response, in milliseconds. */
  slow?: number;
  /** It serves byte ranges of files; otherwise always the whole file. */
  ranges?: boolean;
  /** It sends no Content-Length for files. */
  withoutLength?: boolean;
  /** Content type of every file. */
  fileType?: string;
  /** Response to an upload, for the name under which the file is stored. */
  uploaded?: (name: string) => unknown;
  /** Injected failure; a write is still done where the status is 2xx. */
  fault?: Fault | undefined;
}

export interface Fault {
  /** Methods that fail; all by default. */
  methods?: readonly string[];
  /** Path prefix. */
  path?: string;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /**
   * `half`: fewer bytes than Content-Length says; `short`: half of the bytes, with nothing to show it; `text`: not JSON; `gone`: the
   * connection closes without a response; `empty`: no body.
   */
  answer?: 'half' | 'short' | 'text' | 'gone' | 'empty' | 'other';
  /** The call is carried out before the failure; by default it is not. */
  does?: boolean;
}

export interface PlainBackend {
  url: string;
  people: Map<string, PlainPerson>;
  files: Map<string, { content: Buffer; type: string; agencyId: string }>;
  /** Received clicks, by session. */
  clicks: { sessionId: string; body: Record<string, unknown> }[];
  manner: Manner;
  /** `METHOD path` and body of each received call. */
  calls: { call: string; body: unknown }[];
  close(): Promise<void>;
}

/** A REST backend that another company could have written from sections 3 and 7 of the specification, without knowing this portal. */
export async function startPlainBackend(authorization: string): Promise<PlainBackend> {
  const state: Omit<PlainBackend, 'url' | 'close'> = { people: new Map(), files: new Map(), clicks: [], manner: {}, calls: [] };
  const server = createServer((request, response) => {
    void answer(state as PlainBackend, authorization, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

interface Result {
  status: number;
  json?: unknown;
  bytes?: Buffer;
  type?: string;
}

async function answer(backend: PlainBackend, authorization: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://plain');
  const method = request.method ?? 'GET';
  const raw = await buffer(request);
  const isJson = request.headers['content-type'] === 'application/json';
  const body: unknown = isJson ? JSON.parse(raw.toString()) : undefined;
  backend.calls.push({ call: `${method} ${url.pathname}`, body });
  const { fault, slow = 0 } = backend.manner;
  if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
  const isMeant = fault && (fault.methods?.includes(method) ?? true) && url.pathname.startsWith(fault.path ?? '/');
  const done = isMeant && !fault.does ? { status: 500 } : route(backend, authorization, { method, url, request, raw, body });
  if (isMeant) return answerBadly(fault, done, response);
  if (done.bytes) return sendBytes(backend.manner, done.bytes, done.type, { request, response });
  response.writeHead(done.status, { 'content-type': 'application/json' }).end(JSON.stringify(done.json ?? null));
}

function sendBytes(
  { ranges = false, withoutLength = false, fileType }: Manner,
  bytes: Buffer,
  type: string | undefined,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  const head = { 'content-type': fileType ?? type };
  const [, from = '', to = ''] = (ranges && /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')) || [];
  const part = from === '' ? bytes : bytes.subarray(Number(from), to === '' ? bytes.length : Number(to) + 1);
  if (from !== '' && part.length === 0) return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
  const length = withoutLength ? {} : { 'content-length': part.length };
  const range = from === '' ? {} : { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` };
  response.writeHead(from === '' ? 200 : 206, { ...head, ...length, ...range });
  // In two writes, so that without a length the response is chunked.
  response.write(part.subarray(0, 1));
  response.end(part.subarray(1));
}

function answerBadly({ status, headers = {}, answer: how }: Fault, done: Result, response: ServerResponse): void {
  if (how === 'gone') return void response.destroy();
  const text = done.bytes ?? Buffer.from(JSON.stringify(done.json ?? { message: 'Internal text of the backend' }));
  const head = { 'content-type': how === 'text' ? 'text/html' : 'application/json', ...headers };
  if (how === 'half') {
    response.writeHead(status ?? done.status, { ...head, 'content-length': text.length });
    response.write(text.subarray(0, Math.ceil(text.length / 2)), () => response.destroy());
    return;
  }
  if (how === 'short') {
    // The connection closes as if everything had been sent.
    response.writeHead(status ?? done.status, { ...head, connection: 'close', 'transfer-encoding': 'identity' });
    response.end(text.subarray(0, Math.ceil(text.length / 2)));
    return;
  }
  const sentBody = how ? { text: '<h1>Traceback</h1>', empty: '', other: '{"ok":true}' }[how] : text;
  response.writeHead(status ?? done.status, head).end(sentBody);
}

interface IncomingCall {
  method: string;
  url: URL;
  request: IncomingMessage;
  raw: Buffer;
  body: unknown;
}

function route(backend: PlainBackend, authorization: string, { method, url, request, raw, body }: IncomingCall): Result {
  if (request.headers.authorization !== authorization) return { status: 401, json: { message: 'Unauthorized' } };
  const [first, second, third] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const { people, manner } = backend;
  if (first === 'digitalization' && second === 'upload-asset' && method === 'POST') return upload(backend, request, raw);
  if (first === 'digitalization' && second === 'asset' && method === 'GET') {
    const file = backend.files.get(url.searchParams.get('filename') ?? '');
    return file ? { status: 200, bytes: file.content, type: file.type } : { status: 404, json: { message: 'Not found' } };
  }
  if (first !== 'users') return { status: 404, json: { message: 'Not found' } };
  if (url.search !== '' && manner.refusesParameters) return { status: manner.refusesParameters, json: { message: 'Unknown parameter' } };
  if (second === undefined && method === 'GET') return { status: 200, json: list([...people.values()], manner) };
  if (second === undefined && method === 'POST') {
    const { id, ...fields } = body as PlainPerson;
    const named = manner.ownIds || id === undefined ? `u-${crypto.randomUUID()}` : String(id);
    people.set(named, { id: named, clicks: 0, ...fields });
    return { status: 201, json: single(people.get(named), manner) };
  }
  if (second === 'by-agency-id' && method === 'GET')
    return {
      status: 200,
      json: list(
        [...people.values()].filter(({ agency }) => agency === third),
        manner,
      ),
    };
  if (second === 'clicks' && third !== undefined && method === 'PATCH') {
    const sent = body as Record<string, unknown>;
    backend.clicks.push({ sessionId: third, body: sent });
    const person = people.get(String(sent['userId']));
    if (person) person.clicks = Number(person.clicks ?? 0) + Number(sent['clicks']);
    return { status: 200, json: { ok: true } };
  }
  const person = people.get(second ?? '');
  if (!person || third !== undefined) return manner.missing ?? { status: 404, json: { message: 'Not found' } };
  if (method === 'GET') return { status: 200, json: single(person, manner) };
  if (method !== 'PATCH') return { status: 404, json: { message: 'Not found' } };
  Object.assign(person, body);
  return { status: 200, json: single(person, manner) };
}

function list(people: readonly PlainPerson[], manner: Manner): unknown {
  const shown = people.filter(({ id }) => !manner.unlisted?.includes(String(id))).map((person) => toShown(person, manner));
  return manner.wrapper ? { [manner.wrapper]: shown } : shown;
}

function single(person: PlainPerson | undefined, manner: Manner): unknown {
  const shown = person && toShown(person, manner);
  return manner.person ? { [manner.person]: shown } : shown;
}

function toShown(person: PlainPerson, { numbersAsText, without = [] }: Manner): object {
  return Object.fromEntries(
    Object.entries(person)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]: [string, unknown]) => {
        if (numbersAsText && name === 'id' && typeof value === 'string' && /^\d+$/.test(value)) return [name, Number(value)];
        return [name, numbersAsText && typeof value === 'number' ? String(value) : value];
      }),
  );
}

/** Multipart `file` (with its name) and `agencyId`; stored under the name with slashes replaced by dashes. */
function upload(backend: PlainBackend, request: IncomingMessage, raw: Buffer): Result {
  const boundary = /boundary=([^;]+)/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  let agencyId = '';
  let file: { name: string; content: Buffer; type: string } | null = null;
  for (const part of raw.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    const content = Buffer.from(part.slice(end + 4, -2), 'latin1');
    if (/name="agencyId"/.test(head)) agencyId = content.toString();
    const fileName = /name="file"; filename="([^"]*)"/.exec(head)?.[1];
    if (fileName !== undefined)
      file = {
        name: Buffer.from(fileName, 'latin1').toString().replace(/[/\\]/g, '-'),
        content,
        type: /content-type: (.*)/i.exec(head)?.[1] ?? '',
      };
  }
  if (!file || file.name === '' || agencyId === '') return { status: 400, json: { message: 'File, name or user_agency missing' } };
  backend.files.set(file.name, { content: file.content, type: file.type, agencyId });
  const { uploaded = (name: string) => ({ url: `https://files.example/${encodeURIComponent(name)}` }) } = backend.manner;
  return { status: 201, json: uploaded(file.name) };
}
