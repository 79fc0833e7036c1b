import { useNavigate } from '@remix-run/react';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { sentenceOf } from '../../problem-sentence.ts';
import { FileField } from '../files/FileField.tsx';
import { FAILED, sendRequest } from '../files/send-request.ts';
import { shortDateTime } from '../../ui/short-dates.tsx';
import { documentHref, UPLOAD_URL, versionHref } from './document-links.ts';
import { fileText } from './record-facts.tsx';
import type { DocumentData } from './record-data.ts';

/** The files that a document had before. */
export function EarlierFiles({ data: { document, shown, back } }: { data: DocumentData }) {
  const { id, earlierFiles } = document;
  if (earlierFiles.length === 0) return null;
  return (
    <Card title="Versiones anteriores">
      <ol className="grid gap-1.5">
        {earlierFiles.map((earlier) => (
          <li key={earlier.number} className="wrap-anywhere">
            <a
              className="text-link"
              href={versionHref(id, earlier.number, back)}
              data-nav=""
              aria-current={earlier.number === shown?.number ? 'page' : undefined}
            >
              {fileText(earlier)}
            </a>
            <br />
            <span className="text-muted">
              {shortDateTime(earlier.at) ?? 'Sin fecha'}, {earlier.userName || 'sin nombre'}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** One of the acts on a document: its first file, for which it waits, or another one. */
export function FileAct({ data: { document, formToken } }: { data: DocumentData }) {
  const { id, version, file, canChangeFile } = document;
  if (!canChangeFile) return null;
  return (
    <details key={formToken} className="open:basis-full" open={file === null}>
      <summary className="btn btn-plain">{file ? 'Cambiar archivo' : 'Adjuntar archivo'}</summary>
      <div className="mt-3 mb-2">
        <FileChange id={id} version={version} uploadKey={formToken} replaces={file !== null} />
      </div>
    </details>
  );
}

interface FileChangeProps {
  id: string;
  version: string;
  /** One per form: the same file sent twice with it is stored once. */
  uploadKey: string;
  /** There is a file already. */
  replaces: boolean;
}

/** Gives a document its first file, or another one. Without scripts it is a plain form; with them it says how far it is. */
function FileChange({ id, version, uploadKey, replaces }: FileChangeProps) {
  const navigate = useNavigate();
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const sending = useRef(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setProblem('');
    setPercent(0);
    const form = new FormData(event.currentTarget);
    const file = form.get('file');
    const bytes = file instanceof File && file.size > 0 ? file.size : 1;
    const onProgress = (sent: number) => setPercent(Math.min(99, Math.floor((sent / bytes) * 100)));
    const reason = await sendRequest({
      method: 'POST',
      address: UPLOAD_URL,
      body: form,
      signal: new AbortController().signal,
      onProgress,
    }).then(
      ({ status, body }) => (status === 201 ? '' : sentenceOf(body, FAILED)),
      (error: unknown) => (error instanceof Error ? error.message : FAILED),
    );
    sending.current = false;
    setPercent(null);
    setProblem(reason);
    // The record with its new file, also where an earlier one was shown; the list from which it was opened stays in the address.
    if (reason === '') navigate(`${documentHref(id)}${backOnly()}`, { replace: true, preventScrollReset: true });
  };
  const word = replaces ? 'Reemplazar el archivo' : 'Adjuntar el archivo';
  return (
    <form
      method="post"
      action={UPLOAD_URL}
      encType="multipart/form-data"
      onSubmit={(event) => void send(event)}
      className="no-print grid gap-3"
    >
      {problem === '' ? null : (
        <Notice kind="error" live>
          {problem}
        </Notice>
      )}
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="uploadKey" value={uploadKey} />
      <Field
        name="file"
        label={replaces ? 'Otro archivo' : 'Archivo'}
        required
        help={replaces ? 'El archivo actual queda entre las versiones anteriores.' : undefined}
      >
        {(control) => <FileField control={control} />}
      </Field>
      <div className="flex items-center gap-3">
        <Button type="submit" icon="upload" disabled={percent !== null}>
          {word}
        </Button>
        {percent === null ? null : (
          <span role="status" className="tabular text-muted">
            <progress className="progress progress-primary me-2 w-24" value={percent} max={100} aria-label="Avance" />
            Enviando… {percent} %
          </span>
        )}
      </div>
    </form>
  );
}

function backOnly(): string {
  const back = new URLSearchParams(window.location.search).get('back');
  return back === null ? '' : `?back=${encodeURIComponent(back)}`;
}
