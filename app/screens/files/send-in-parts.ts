import type { SendUpload } from './upload-entry.ts';
import { fieldErrorsOf, sentenceOf } from '../../problem-sentence.ts';
import { FAILED, inTurn, LOST, sendRequest, unfinished, waitFor, type SentAnswer } from './send-request.ts';
import { UploadFailure } from './upload-target.ts';

/** Server state of an unfinished upload. */
interface Progress {
  id: string;
  /** The key it was begun with, perhaps by a page that has since been closed. */
  uploadKey: string;
  bytes: number;
  partBytes: number;
  parts: number[];
}

type PartedUpload = Parameters<SendUpload>[0] & { partsAddress: string };

/** A 4 MB part at 0.1 Mbit/s reports progress more often than this. */
const SILENT_MS = 60_000;
/** Assembling a big file and passing it on to another server takes its time. */
const COMPLETE_SILENT_MS = 600_000;
/** Backoff between attempts; the wait ends early when the connection returns. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000, 30_000];
/** How often the whole upload may restart, for when the next process cannot find the stored parts. */
const ROUNDS = 3;
const PAUSED = 'Sin conexión con el portal. Sigue sola en cuanto vuelva.';

/**
 * Sends a file in sequential parts. Waits out lost connections and unavailable servers, and never resends what has arrived; any server
 * process can continue the upload. @returns the server's answer about the stored file
 */
export async function sendInParts(upload: PartedUpload): Promise<unknown> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = await begin(upload);
    if ('file' in started) return started.file;
    const stored = await sendMissing(upload, started);
    if (stored) return stored;
  }
  throw new UploadFailure(FAILED, true);
}

/** Original keys of resumed uploads: only these complete them. */
const originalKeys = new WeakMap<File, string>();

/** Begins an upload, or resumes one with the same key or the same content. */
async function begin(upload: PartedUpload): Promise<Progress | { file: unknown }> {
  const { key, file, name, fields, sha256, partsAddress } = upload;
  const body = JSON.stringify({
    uploadKey: originalKeys.get(file) ?? key,
    name,
    fileName: name,
    bytes: file.size,
    ...(sha256 === '' ? {} : { sha256 }),
    ...fields,
  });
  const answer = await persist(upload, () =>
    sendControl(upload, { method: 'POST', address: partsAddress, body, contentType: 'application/json' }),
  );
  if (answer.status === 200 && answer.body && 'file' in answer.body) return { file: answer.body.file };
  if (answer.status === 201 && answer.body) {
    const progress = answer.body as Progress;
    originalKeys.set(file, progress.uploadKey);
    unfinished.set(file, `${partsAddress}/${progress.id}`);
    return progress;
  }
  throw refusalOf(upload, answer);
}

/** @returns the stored file; null when the server lost a part or no longer knows the upload */
async function sendMissing(upload: PartedUpload, { id, partBytes, parts }: Progress): Promise<object | null> {
  const { file, onProgress, partsAddress, signal } = upload;
  const has = new Set(parts);
  const bytesOf = (part: number) => Math.min(partBytes, file.size - part * partBytes);
  const before = [...has].reduce((sum, part) => sum + bytesOf(part), 0);
  let sent = before;
  onProgress(sent, before);
  for (let part = 0; part * partBytes < file.size; part += 1) {
    if (has.has(part)) continue;
    const answer = await persist(upload, () =>
      sendRequest({
        method: 'PUT',
        address: `${partsAddress}/${id}/parts/${part}`,
        body: file.slice(part * partBytes, part * partBytes + bytesOf(part)),
        contentType: 'application/octet-stream',
        signal,
        silentMs: SILENT_MS,
        onProgress: (partial) => onProgress(Math.min(sent + partial, sent + bytesOf(part)), before),
      }),
    );
    // The server does not know it, or has ended it because of its content.
    if (answer.status === 404 || answer.status === 415) unfinished.delete(file);
    if (answer.status === 404 || answer.status === 409) return null;
    if (answer.status !== 204) throw refusalOf(upload, answer);
    sent += bytesOf(part);
    onProgress(sent, before);
  }
  const complete = { method: 'POST', address: `${partsAddress}/${id}/complete`, silentMs: COMPLETE_SILENT_MS };
  const answer = await persist(upload, () => sendControl(upload, complete));
  if (answer.status === 404 || answer.status === 201) unfinished.delete(file);
  if (answer.status === 404 || answer.status === 409) return null;
  if (answer.status === 201 && answer.body) return answer.body;
  throw refusalOf(upload, answer);
}

function sendControl({ signal }: PartedUpload, request: Omit<Parameters<typeof sendRequest>[0], 'signal'>): Promise<SentAnswer> {
  return sendRequest({ silentMs: SILENT_MS, ...request, signal });
}

/** Retries temporary failures: no connection, a starting server, a file that another request is assembling. */
async function persist(upload: PartedUpload, attempt: () => Promise<SentAnswer>): Promise<SentAnswer> {
  const { signal, onPause } = upload;
  for (const waitMs of WAITS_MS) {
    const answer = await inTurn(upload, attempt).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof UploadFailure)) throw error;
      return null;
    });
    if (answer && answer.retryAfterMs === null && answer.status < 500) {
      onPause('');
      return answer;
    }
    onPause(answer ? sentenceOf(answer.body, PAUSED) : PAUSED);
    await waitFor(waitMs, signal);
  }
  throw new UploadFailure(LOST, true);
}

function refusalOf({ target }: PartedUpload, { status, body }: SentAnswer): UploadFailure {
  return new UploadFailure(sentenceOf(body, FAILED), !target.final.includes(status), fieldErrorsOf(body));
}
