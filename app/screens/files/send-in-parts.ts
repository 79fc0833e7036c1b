import type { SendUpload } from './upload-entry.ts';
import { fieldErrorsOf, sentenceOf } from '../../problem-sentence.ts';
import { FAILED, inTurn, LOST, sendRequest, waitFor, type SentAnswer } from './send-request.ts';
import { UploadFailure } from './upload-target.ts';

/** What the server says of an upload that is not whole yet. */
interface Progress {
  id: string;
  /** Under which it was begun, perhaps in a page that is gone. */
  uploadKey: string;
  bytes: number;
  partBytes: number;
  parts: number[];
}

type PartedUpload = Parameters<SendUpload>[0] & { partsAddress: string };

/** A part of 4 MB at 0.1 Mbit/s still moves more often. */
const SILENT_MS = 60_000;
/** Putting a big file together, and through to another server, takes its time. */
const COMPLETE_SILENT_MS = 600_000;
/** Between attempts, longer each time; a link that comes back ends the wait. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000, 30_000];
/** How often the whole may be asked for anew: parts that lie where the next process does not look. */
const ROUNDS = 3;
const PAUSED = 'Sin conexión con el portal. Sigue sola en cuanto vuelva.';

/**
 * A file in parts, one after the other. Lost connections and servers that are away are waited out, and what has arrived is not
 * sent again; whatever process answers goes on where the others stopped. @returns what the server says of the stored file
 */
export async function sendInParts(upload: PartedUpload): Promise<unknown> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = await begin(upload);
    if ('file' in begun) return begun.file;
    const stored = await sendMissing(upload, begun);
    if (stored) return stored;
  }
  throw new UploadFailure(FAILED, true);
}

/** Keys of uploads that were taken up again: their end is known by these alone. */
const begunAs = new WeakMap<File, string>();

/** Begins, or takes up again what has arrived under the same key or of the same content. */
async function begin(upload: PartedUpload): Promise<Progress | { file: unknown }> {
  const { key, file, name, fields, sha256, partsAddress } = upload;
  const body = JSON.stringify({
    uploadKey: begunAs.get(file) ?? key,
    name,
    fileName: name,
    bytes: file.size,
    ...(sha256 === '' ? {} : { sha256 }),
    ...fields,
  });
  const answer = await persist(upload, () => ask(upload, { method: 'POST', address: partsAddress, body, contentType: 'application/json' }));
  if (answer.status === 200 && answer.body && 'file' in answer.body) return { file: answer.body.file };
  if (answer.status === 201 && answer.body) {
    const progress = answer.body as Progress;
    begunAs.set(file, progress.uploadKey);
    return progress;
  }
  throw refusalOf(upload, answer);
}

/** @returns the stored file; null when the server lacks a part that it had, or does not know the upload any more */
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
    if (answer.status === 404 || answer.status === 409) return null;
    if (answer.status !== 204) throw refusalOf(upload, answer);
    sent += bytesOf(part);
    onProgress(sent, before);
  }
  const complete = { method: 'POST', address: `${partsAddress}/${id}/complete`, silentMs: COMPLETE_SILENT_MS };
  const answer = await persist(upload, () => ask(upload, complete));
  if (answer.status === 404 || answer.status === 409) return null;
  if (answer.status === 201 && answer.body) return answer.body;
  throw refusalOf(upload, answer);
}

function ask({ signal }: PartedUpload, request: Omit<Parameters<typeof sendRequest>[0], 'signal'>): Promise<SentAnswer> {
  return sendRequest({ silentMs: SILENT_MS, ...request, signal });
}

/** Waits out what passes: no connection, a server that is starting, a file that another request puts together. */
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
