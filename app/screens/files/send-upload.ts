import type { SendUpload } from './upload-entry.ts';
import { fieldErrorsOf, sentenceOf } from '../../problem-sentence.ts';
import { FAILED, inTurn, sendRequest } from './send-request.ts';
import { UploadFailure } from './upload-target.ts';

/**
 * Bigger files are sent in parts of this size where the target supports it: on a slow link a failure then costs seconds, not the upload.
 */
const IN_ONE_REQUEST_BYTES = 4 * 1024 * 1024;

/** Sends one file to its target, in one request or in parts. The code for parts loads with the first file that needs it. */
export const sendUpload: SendUpload = async (upload) => {
  const { partsAddress } = upload.target;
  if (partsAddress === null || upload.file.size <= IN_ONE_REQUEST_BYTES) return sendWhole(upload);
  const { sendInParts } = await import('./send-in-parts.ts');
  return sendInParts({ ...upload, partsAddress });
};

const sendWhole: SendUpload = async (upload) => {
  const { key, file, name, fields, target, signal, onProgress } = upload;
  const form = new FormData();
  // Fields precede the file, so that the server can stream it while it arrives.
  for (const [field, value] of Object.entries({ name, uploadKey: key, ...fields })) form.append(field, value);
  form.append('file', file, name);
  const request = { method: 'POST', address: target.address, body: form, signal, onProgress };
  const { status, body } = await inTurn(upload, () => sendRequest(request));
  if (status === 201 && body) return body;
  throw new UploadFailure(sentenceOf(body, FAILED), !target.final.includes(status), fieldErrorsOf(body));
};
