import { Readable } from 'node:stream';
import { z } from 'zod';
import { newDocumentId } from '../documents/document-id.ts';
import { AppError } from '../domain/errors.ts';
import { assetFilename, slashesToDashes } from '../files/asset-name.ts';
import { fileNotFound } from '../files/file-store.ts';
import { parseRange } from '../files/serve-file.ts';
import type { Log } from '../platform/log.ts';
import type { AssetResponse, Assets, AssetToStore, StoredAsset } from './assets.ts';
import { readJson, readText, type Connection } from './connection.ts';
import { backendFailed, backendRefused, nothingSaved, rangeNotSatisfiable } from './errors.ts';
import { multipartBody } from './multipart-body.ts';
import type { Sent } from './send-request.ts';

const MAX_JSON_BYTES = 64 * 1024;

const uploadedSchema = z.object({ url: z.string().min(1).max(4096), filename: z.string().min(1).max(512).optional() });

/** The files of a REST backend, streamed both ways. */
export function createRemoteAssets(connection: Connection): Assets {
  const { address, log, timeouts } = connection;
  return {
    uploadAsset: (asset) => upload(connection, asset).catch(nothingSaved),

    async openAsset({ filename, range, signal }) {
      const url = address('/digitalization/asset', { filename: slashesToDashes(filename) });
      const sent = await connection.get(url, {
        headers: { accept: '*/*', ...(range ? { range } : {}) },
        timeoutMs: timeouts.operationMs,
        signal,
      });
      if (sent.status === 200 || sent.status === 206) {
        const length = Number(sent.headers['content-length'] ?? NaN);
        const part = partOf(sent, range, length);
        if (part) return part;
        return {
          status: sent.status,
          body: sent.body,
          contentLength: Number.isSafeInteger(length) ? length : null,
          contentRange: sent.headers['content-range'] ?? null,
          lastModified: sent.headers['last-modified'] ?? null,
        };
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

    // Specification section 7 knows no way to delete.
    async discardAsset(filename) {
      log.warn({ asset: filename }, 'asset without document left on the REST backend');
    },
  };
}

async function upload(connection: Connection, asset: AssetToStore): Promise<StoredAsset> {
  const { address, log, send, timeouts } = connection;
  // A backend may store under the name that it is sent: two files of one name must not become one.
  const fileName = `${newDocumentId()}-${asset.fileName}`;
  const { contentType, body, fileBytes } = multipartBody({ fields: { agencyId: asset.agencyId }, file: { ...asset, fileName } });
  const sent = await send({
    method: 'POST',
    url: address('/digitalization/upload-asset'),
    body,
    headers: { 'content-type': contentType, accept: 'application/json' },
    timeoutMs: timeouts.uploadMs,
  });
  if (sent.status < 200 || sent.status > 299) throw await refusal(sent, log, 'POST upload-asset');
  try {
    const answer = uploadedSchema.safeParse(await readJson(sent, MAX_JSON_BYTES));
    const filename = answer.success ? (answer.data.filename ?? assetFilename(answer.data.url)) : null;
    if (answer.success && filename !== null) return { url: answer.data.url, filename };
    throw backendFailed('POST upload-asset answered without a usable url', { status: sent.status });
  } catch (error) {
    const found = await findUploaded(connection, fileName, fileBytes()).catch(() => null);
    if (found) return found;
    throw error;
  }
}

/**
 * Taken (2xx), but the answer does not say where: it may lie under the name that was sent. Whatever else answers there has another
 * size. @returns null when it does not
 */
async function findUploaded(connection: Connection, fileName: string, bytes: number): Promise<StoredAsset | null> {
  const filename = slashesToDashes(fileName);
  const url = connection.address('/digitalization/asset', { filename });
  const sent = await connection.get(url, {
    headers: { accept: '*/*', range: 'bytes=0-0' },
    timeoutMs: connection.timeouts.operationMs,
  });
  sent.abort();
  const { status, headers } = sent;
  const total = status === 206 ? headers['content-range']?.split('/')[1] : headers['content-length'];
  return (status === 200 || status === 206) && total !== undefined && Number(total) === bytes ? { url: url.href, filename } : null;
}

/** A backend that knows no ranges sends everything: the part is taken out of it here. */
function partOf(sent: Sent, range: string | undefined, length: number): AssetResponse | null {
  const part = sent.status === 200 && Number.isSafeInteger(length) ? parseRange(range, length) : 'all';
  if (part === 'all') return null;
  if (part === 'unsatisfiable') {
    sent.abort();
    throw rangeNotSatisfiable(`bytes */${length}`);
  }
  return {
    status: 206,
    body: Readable.from(bytesBetween(sent.body, part.start, part.end), { objectMode: false }),
    contentLength: part.end - part.start + 1,
    contentRange: `bytes ${part.start}-${part.end}/${length}`,
    lastModified: sent.headers['last-modified'] ?? null,
  };
}

async function* bytesBetween(body: Readable, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (wanted.length > 0) yield wanted;
    if (at > end) return;
  }
}

async function refusal(sent: Sent, log: Log, what: string): Promise<AppError> {
  const text = await readText(sent, MAX_JSON_BYTES).catch(() => '');
  sent.abort();
  const refused = backendRefused(sent, { what, text, log, kept: 'files' });
  if (sent.status !== 413) return refused;
  return new AppError('too-large', `${what}: 413`, { userMessage: 'El archivo es más grande de lo que admite el servidor de archivos.' });
}
