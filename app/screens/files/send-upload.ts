import { UploadFailure, type SendUpload } from './upload-queue.ts';

export const LOST = 'Se perdió la conexión. Intente de nuevo: no se duplicará.';
const FAILED = 'No se pudo cargar. Intente de nuevo.';

/** One file to its target's address. XMLHttpRequest, because fetch does not tell how much has been sent. */
export const sendUpload: SendUpload = ({ key, file, target, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    // The fields go before the file, so that the server can pass it on while it arrives.
    for (const [name, value] of Object.entries({ name: file.name, uploadKey: key, ...target.fields })) form.append(name, value);
    form.append('file', file);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', target.address);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status === 201 && answer) resolve(answer);
      else reject(new UploadFailure(sentenceOf(answer, FAILED), !target.final.includes(request.status)));
    };
    request.onerror = () => reject(new UploadFailure(LOST, true));
    request.onabort = () => reject(new UploadFailure('Cancelado.', true));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(form);
  });

/** null for what is no answer of ours: a proxy's page. */
function parse(text: string): object | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}

/** The server's own sentence of a refusal, when there is one. */
export function sentenceOf(problem: object | null, otherwise: string): string {
  return problem && 'detail' in problem && typeof problem.detail === 'string' ? problem.detail : otherwise;
}
