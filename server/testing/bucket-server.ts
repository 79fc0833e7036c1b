import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { CRC32C } from '@google-cloud/storage';
import { parseRange } from '../ports/files/serve-file.ts';
import { afterFile } from './after-file.ts';

/**
 * `denied`: 403, as for an account without rights; `busy`: 503, once. The others spoil the bytes: `half` breaks off in the middle; `silent`
 * stops and keeps the connection open; `short` sends half as if it were all; `other` sends other bytes of the same length.
 */
type Fault = 'none' | 'denied' | 'busy' | 'half' | 'silent' | 'short' | 'other';

interface StoredObject {
  content: Buffer;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  generation: number;
}

export interface BucketServer {
  /** Value for STORAGE_EMULATOR_HOST. */
  url: string;
  /** Stores or replaces an object. */
  put(bucket: string, name: string, content: Buffer, contentType?: string, contentEncoding?: string): void;
  remove(bucket: string, name: string): void;
  set(fault: Fault): void;
  /** Delays every response that sends bytes. */
  slow(ms: number): void;
  /** `bucket/name`, with `?media` where the bytes were requested. */
  requests: string[];
  /** Connections that the reader closed before everything was sent. */
  left(): number;
}

const OBJECT = /^\/(?:storage\/v1\/)?b\/([^/]+)\/o\/([^/]+)$/;

/** The reading part of the Cloud Storage JSON API: metadata, bytes, ranges, generations. Stopped after the test file. */
export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  let fault: Fault = 'none';
  let slowMs = 0;
  let left = 0;
  let generations = 1_700_000_000_000_000;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket.test');
    const [, bucket = '', name = ''] = OBJECT.exec(pathname) ?? [];
    const isMedia = searchParams.get('alt') === 'media';
    const key = `${bucket}/${decodeURIComponent(name)}`;
    requests.push(`${key}${isMedia ? '?media' : ''}`);
    response.once('close', () => (left += response.writableEnded ? 0 : 1));
    const asked = searchParams.get('generation');
    const found = objects.get(key);
    if (fault === 'denied') return refuse(response, 403, 'the account does not have storage.objects.get access');
    if (fault === 'busy') {
      fault = 'none';
      return refuse(response, 503, 'try again');
    }
    if (!found || (asked !== null && asked !== String(found.generation))) return refuse(response, 404, `No such object: ${key}`);
    if (isMedia) setTimeout(() => sendBytes(response, found, request.headers.range, fault), slowMs);
    else sendMetadata(response, bucket, key, found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (bucket, name, content, contentType, contentEncoding) =>
      void objects.set(`${bucket}/${name}`, { content, contentType, contentEncoding, generation: (generations += 1) }),
    remove: (bucket, name) => void objects.delete(`${bucket}/${name}`),
    set: (next) => void (fault = next),
    slow: (ms) => void (slowMs = ms),
    requests,
    left: () => left,
  };
}

function refuse(response: ServerResponse, code: number, message: string): void {
  response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: { code, message } }));
}

function sendMetadata(
  response: ServerResponse,
  bucket: string,
  key: string,
  { content, contentType, contentEncoding, generation }: StoredObject,
): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(
    JSON.stringify({
      kind: 'storage#object',
      bucket,
      name: key.slice(bucket.length + 1),
      ...(contentType && { contentType }),
      ...(contentEncoding && { contentEncoding }),
      size: String(content.length),
      generation: String(generation),
      updated: new Date().toISOString(),
    }),
  );
}

function sendBytes(response: ServerResponse, { content, contentType }: StoredObject, header: string | undefined, fault: Fault): void {
  const range = parseRange(header, content.length);
  if (range === 'unsatisfiable') return refuse(response, 416, 'no such range');
  const isAll = range === 'all';
  const part = isAll ? content : content.subarray(range.start, range.end + 1);
  const half = part.subarray(0, Math.floor(part.length / 2));
  response.writeHead(isAll ? 200 : 206, {
    'Content-Type': contentType ?? 'application/octet-stream',
    'Content-Length': fault === 'short' ? half.length : part.length,
    ...(content.length <= SUMMED_BYTES && { 'x-goog-hash': `crc32c=${sumOf(content)}`, 'x-goog-stored-content-encoding': 'identity' }),
    ...(isAll ? {} : { 'Content-Range': `bytes ${range.start}-${range.end}/${content.length}` }),
  });
  if (fault === 'half') response.write(half, () => response.destroy());
  else if (fault === 'silent') response.write(half);
  else Readable.from(piecesOf(fault === 'short' ? half : fault === 'other' ? Buffer.alloc(part.length, 'z') : part)).pipe(response);
}

const PIECE_BYTES = 64 * 1024;

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}

/** A checksum of a larger object takes seconds: it is sent without one. */
const SUMMED_BYTES = 8 * 1024 * 1024;

function sumOf(content: Buffer): string {
  const sum = new CRC32C();
  sum.update(content);
  return sum.toString();
}
