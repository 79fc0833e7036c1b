import { UploadFailure, type SendUpload, type UploadResult } from './upload-queue.ts';

export const UPLOAD_URL = '/briefcase/upload';

const NETWORK = 'Se perdió la conexión. Intente de nuevo: no se duplicará.';

interface Answer {
  url: string;
  duplicateOf: { nombre: string; folderName: string } | null;
}

/** One file to POST /briefcase/upload. XMLHttpRequest, because fetch does not tell how much has been sent. */
export const sendUpload: SendUpload = ({ key, file, target, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    // The fields go before the file, so that the server can pass it on while it arrives.
    form.append('name', file.name);
    form.append('folderId', target.folderId);
    form.append('documentTypeId', target.documentType.id);
    form.append('uploadKey', key);
    form.append('file', file);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', UPLOAD_URL);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => (request.status === 201 ? resolve(readResult(request)) : reject(readFailure(request)));
    request.onerror = () => reject(new UploadFailure(NETWORK, true));
    request.onabort = () => reject(new UploadFailure('Cancelado.', true));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(form);
  });

function readResult(request: XMLHttpRequest): UploadResult {
  const answer = JSON.parse(request.responseText) as Answer;
  const { duplicateOf } = answer;
  return { href: answer.url, note: duplicateOf ? `Mismo contenido que «${duplicateOf.nombre}» (${duplicateOf.folderName}).` : '' };
}

/** The server's own sentence; refusals for what the file is are final, everything else may be tried again. */
function readFailure(request: XMLHttpRequest): UploadFailure {
  const final = [400, 404, 413, 415].includes(request.status);
  try {
    const problem = JSON.parse(request.responseText) as { detail?: unknown };
    if (typeof problem.detail === 'string') return new UploadFailure(problem.detail, !final);
  } catch {
    // A proxy's page instead of ours: the general sentence says enough.
  }
  return new UploadFailure('No se pudo cargar. Intente de nuevo.', !final);
}
