import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { assetFilename, slashesToDashes } from '../files/asset-name.ts';
import { fileNotFound } from '../files/file-store.ts';
import type { Log } from '../platform/log.ts';
import type { Assets, AssetToStore, StoredAsset } from './assets.ts';
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
        return {
          status: sent.status,
          body: sent.body,
          contentLength: Number.isSafeInteger(length) ? length : null,
          contentRange: sent.headers['content-range'] ?? null,
          lastModified: sent.headers['last-modified'] ?? null,
        };
      }
      if (sent.status === 404) {
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

async function upload({ address, log, send, timeouts }: Connection, asset: AssetToStore): Promise<StoredAsset> {
  const { contentType, body } = multipartBody({ fields: { agencyId: asset.agencyId }, file: asset });
  const sent = await send({
    method: 'POST',
    url: address('/digitalization/upload-asset'),
    body,
    headers: { 'content-type': contentType, accept: 'application/json' },
    timeoutMs: timeouts.uploadMs,
  });
  if (sent.status < 200 || sent.status > 299) throw await refusal(sent, log, 'POST upload-asset');
  const answer = uploadedSchema.safeParse(await readJson(sent, MAX_JSON_BYTES));
  const filename = answer.success ? (answer.data.filename ?? assetFilename(answer.data.url)) : null;
  if (!answer.success || filename === null) throw backendFailed('POST upload-asset answered without a usable url', { status: sent.status });
  return { url: answer.data.url, filename };
}

async function refusal(sent: Sent, log: Log, what: string): Promise<AppError> {
  const text = await readText(sent, MAX_JSON_BYTES).catch(() => '');
  sent.abort();
  const refused = backendRefused(sent, { what, text, log, kept: 'files' });
  if (sent.status !== 413) return refused;
  return new AppError('too-large', `${what}: 413`, { userMessage: 'El archivo es más grande de lo que admite el servidor de archivos.' });
}
