import type { Readable } from 'node:stream';
import { z } from 'zod';
import { newDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { slashesToDashes } from '../files/asset-name.ts';
import { startVerifiedBody, type Expected } from '../files/expected-bytes.ts';
import { fileNotFound } from '../files/file-store.ts';
import { parseRange } from '../files/serve-file.ts';
import { placeOf } from '../files/stored-place.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AssetResponse, Assets, AssetToStore, StoredAsset } from './assets.ts';
import { readJson, readText, type Connection } from './connection.ts';
import { backendFailed, backendRefused, backendUnavailable, nothingSaved, sizeMismatch, rangeNotSatisfiable } from './errors.ts';
import { multipartBody } from './multipart-body.ts';
import type { Sent } from './send-request.ts';

const MAX_JSON_BYTES = 64 * 1024;
/** Maximum length kept of a sender's file name, including its extension. */
const NAME_MAX = 100;

/** In section 7 the answer contains a url, bare or under a usual name; another instance of this portal also returns the file's name. */
const uploadedSchema = z.object({ url: z.string().min(1).max(4096), filename: z.string().min(1).max(512).optional() });
const WRAPPERS = ['data', 'result', 'item', 'file', 'asset'] as const;

/** The files of a REST backend, streamed in both directions. */
export function createRemoteAssets(connection: Connection): Assets {
  const { address, log, timeouts } = connection;
  return {
    uploadAsset: (asset) => upload(connection, asset).catch(nothingSaved),

    async openAsset({ filename, range, bytes, signal }) {
      const url = address('/digitalization/asset', { filename: slashesToDashes(filename) });
      // For several ranges at once a backend would send a multipart body.
      const singleRange = parseRange(range, Number.MAX_SAFE_INTEGER) === 'all' ? undefined : range;
      const sent = await connection.get(url, {
        headers: { accept: '*/*', ...(singleRange && { range: singleRange }) },
        timeoutMs: timeouts.operationMs,
        signal,
      });
      if (sent.status === 200 || sent.status === 206) {
        try {
          return await (sent.status === 206 ? partOf(sent, singleRange, bytes) : wholeOf(sent, singleRange, bytes));
        } catch (error) {
          sent.abort();
          throw error;
        }
      }
      if (sent.status === 404 || sent.status === 410) {
        sent.discard();
        throw fileNotFound(filename);
      }
      if (sent.status === 416) {
        sent.discard();
        throw rangeNotSatisfiable(sent.headers['content-range'] ?? null);
      }
      throw await refusal(sent, log, 'GET asset');
    },

    // docs/specification.md section 7 has no call to delete.
    async discardAsset(filename) {
      log.warn({ asset: filename }, 'asset without document left on the REST backend');
    },
  };
}

async function upload(connection: Connection, asset: AssetToStore): Promise<StoredAsset> {
  const { address, log, send, timeouts } = connection;
  // A backend may store the file under the name it is sent, interpreted in its own way: so the name is unique and ASCII.
  const fileName = `${newDocumentId()}-${plainName(asset.fileName)}`;
  const { contentType, body, fileBytes } = multipartBody({ fields: { agencyId: asset.agencyId }, file: { ...asset, fileName } });
  const sent = await send({
    method: 'POST',
    url: address('/digitalization/upload-asset'),
    body,
    headers: { 'content-type': contentType, accept: 'application/json' },
    timeoutMs: timeouts.uploadMs,
  });
  if (sent.status < 200 || sent.status > 299) throw await refusal(sent, log, 'POST upload-asset');
  let problem: unknown = null;
  const answer = readUploaded(await readJson(sent, MAX_JSON_BYTES).catch((error: unknown) => void (problem = error)));
  const url = answer?.url ?? null;
  const named = answer?.filename ?? (url !== null && URL.canParse(url) ? new URL(url).searchParams.get('filename') : null);
  if (named !== null) return storedUnder(connection, named, url);
  const found = await findUploaded(connection, { fileName, bytes: fileBytes(), url });
  if (found !== null) return storedUnder(connection, found, url);
  throw problem ?? backendFailed('POST upload-asset took a file that lies under no name', { status: sent.status });
}

function plainName(fileName: string): string {
  const ascii = fileName.slice(-NAME_MAX).normalize('NFD').replace(/\p{M}/gu, '');
  return ascii.replace(/[^A-Za-z0-9._-]/g, '-');
}

function readUploaded(answer: unknown): z.infer<typeof uploadedSchema> | null {
  const held = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  for (const one of [answer, ...WRAPPERS.map((name) => held[name])]) {
    const read = uploadedSchema.safeParse(one);
    if (read.success) return read.data;
  }
  return null;
}

/** Documents store only the url: one that does not lead back to the name is replaced by the address for opening it. */
function storedUnder({ address }: Connection, filename: string, url: string | null): StoredAsset {
  if (url !== null && assetNamed(url) === slashesToDashes(filename)) return { url, filename };
  return { url: address('/digitalization/asset', { filename: slashesToDashes(filename) }).href, filename };
}

/** The name under which documents that store this url find the asset. */
function assetNamed(url: string): string | null {
  const place = placeOf(url);
  return place?.kind === 'asset' ? place.filename : null;
}

/**
 * For an upload that was accepted (2xx) without a name: tries the name in its url and the one sent, and compares sizes to exclude other
 * files. @returns null when it is found under neither
 */
async function findUploaded(
  connection: Connection,
  { fileName, bytes, url }: { fileName: string; bytes: number; url: string | null },
): Promise<string | null> {
  const named = url === null ? null : assetNamed(url);
  const names = named === null || named.endsWith(fileName) ? [fileName, named] : [named, fileName];
  const candidates = [...new Set(names)].filter((name) => name !== null);
  for (const filename of candidates) {
    const size = await sizeOf(connection, filename).catch((error: unknown) => {
      // It cannot be checked now: trust its url.
      connection.log.warn({ err: error, asset: filename }, 'stored asset not looked at');
      return url === null ? null : undefined;
    });
    if (size === bytes || (size === undefined && url !== null)) return filename;
  }
  return null;
}

/** null: there is no such file; undefined: it exists, but its size is not given. */
async function sizeOf(connection: Connection, filename: string): Promise<number | null | undefined> {
  const url = connection.address('/digitalization/asset', { filename });
  const sent = await connection.get(url, {
    headers: { accept: '*/*', range: 'bytes=0-0' },
    timeoutMs: connection.timeouts.operationMs,
  });
  sent.abort();
  if (sent.status === 404 || sent.status === 410) return null;
  if (sent.status !== 200 && sent.status !== 206) throw backendFailed('GET asset', { status: sent.status });
  return (sent.status === 206 ? contentRangeOf(sent)?.total : lengthOf(sent)) ?? undefined;
}

function lengthOf({ headers }: Sent): number | null {
  return /^\d{1,15}$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : null;
}

function contentRangeOf({ headers }: Sent): { start: number; end: number; total: number | null } | null {
  const [, start, end, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  return start === undefined ? null : { start: Number(start), end: Number(end), total: total === '*' ? null : Number(total) };
}

/** The requested part and no other. */
async function partOf(sent: Sent, range: string | undefined, bytes: number | undefined): Promise<AssetResponse> {
  const received = contentRangeOf(sent);
  const total = received?.total ?? bytes ?? null;
  const wanted = total === null ? null : parseRange(range, total);
  const isWanted = wanted === null || (typeof wanted === 'object' && wanted.start === received?.start && wanted.end === received.end);
  if (received && bytes !== undefined && total !== null && total !== bytes) throw sizeMismatch(total, bytes);
  if (!received || !isWanted) throw unexpectedContent(sent);
  const contentLength = received.end - received.start + 1;
  return {
    status: 206,
    body: await verifiedBody(sent.body, { start: 0, end: contentLength - 1, isAll: true }),
    contentLength,
    contentRange: sent.headers['content-range'] ?? null,
    lastModified: sent.headers['last-modified'] ?? null,
  };
}

/** For a backend that ignores ranges and sends everything: extracts the part here. */
async function wholeOf(sent: Sent, range: string | undefined, bytes: number | undefined): Promise<AssetResponse> {
  const stated = lengthOf(sent);
  if (stated !== null && bytes !== undefined && stated !== bytes) throw sizeMismatch(stated, bytes);
  const length = stated ?? bytes ?? null;
  const lastModified = sent.headers['last-modified'] ?? null;
  if (length === null) return { status: 200, body: sent.body, contentLength: null, contentRange: null, lastModified };
  const part = parseRange(range, length);
  if (part === 'unsatisfiable') throw rangeNotSatisfiable(`bytes */${length}`);
  const isAll = part === 'all';
  const { start, end } = isAll ? { start: 0, end: length - 1 } : part;
  return {
    status: isAll ? 200 : 206,
    body: await verifiedBody(sent.body, { start, end, isAll }),
    contentLength: end - start + 1,
    contentRange: isAll ? null : `bytes ${start}-${end}/${length}`,
    lastModified,
  };
}

/** For example a page that says, with status 200, that there is no file. */
function unexpectedContent({ status, headers }: Sent): AppError {
  const summary = `${status}, length ${headers['content-length'] ?? '-'}, range ${headers['content-range'] ?? '-'}`;
  return backendFailed(`GET asset answered another content (${summary})`, { status });
}

const verifiedBody = (body: Readable, expected: Expected): Promise<Readable> =>
  startVerifiedBody(body, expected, {
    brokeOff: (bytes, cause) => backendUnavailable(`the answer broke off after ${bytes} bytes`, cause),
    differs: (bytes) => backendFailed(`GET asset sent ${bytes} bytes of ${expected.start} to ${expected.end}`),
  });

async function refusal(sent: Sent, log: Log, what: string): Promise<AppError> {
  const text = await readText(sent, MAX_JSON_BYTES).catch(() => '');
  sent.abort();
  const refused = backendRefused(sent, { what, text, log, kept: 'files' });
  if (sent.status !== 413) return refused;
  return new AppError('too-large', `${what}: 413`, { userMessage: 'El archivo es más grande de lo que admite el servidor de archivos.' });
}
