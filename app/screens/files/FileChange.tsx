import { useBeforeUnload, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Notice } from '../../ui/Notice.tsx';
import { sentenceOf } from '../../problem-sentence.ts';
import { FileField } from './FileField.tsx';

interface FileChangeProps {
  id: string;
  version: string;
  /** Upload address; `recordHref` is the record that then has the file. */
  uploadUrl: string;
  recordHref: string;
  /** One per form, as idempotency key: the same file sent twice with it is stored once. */
  uploadKey: string;
  /** There is a file already. */
  replaces: boolean;
  /** Label of the button. */
  word: string;
  /** Id of the card that reports what was stored: its heading then gets the focus. */
  card: string;
}

/**
 * Uploads a document's first file, or a new one. Without scripts it is a plain form; with them it shows the progress. The sending code
 * loads when the first file is sent: most people open a record to read it.
 */
export function FileChange({ id, version, uploadUrl, recordHref, uploadKey: given, replaces, word, card }: FileChangeProps) {
  const navigate = useNavigate();
  // The first one: a page that loads its data anew meanwhile gives another, with which the same file would be stored twice.
  const [uploadKey] = useState(given);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const ready = useHydrated();
  const sending = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useBeforeUnload(useCallback((event) => sending.current && event.preventDefault(), []));
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setProblem('');
    setPercent(0);
    const form = new FormData(event.currentTarget);
    const file = form.get('file');
    const bytes = file instanceof File && file.size > 0 ? file.size : 1;
    const { FAILED, sendRequest } = await import('./send-request.ts').catch(() => NOT_LOADED);
    const onProgress = (sent: number) => setPercent(Math.min(99, Math.floor((sent / bytes) * 100)));
    const reason = await sendRequest({
      method: 'POST',
      address: uploadUrl,
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
    // The record with its new file, even if an earlier version was shown; the list it was opened from stays in the address.
    if (reason === '' && isShown.current) navigate(`${recordHref}${backOnly()}`, { replace: true, preventScrollReset: true });
  };
  return (
    <form
      method="post"
      action={uploadUrl}
      encType="multipart/form-data"
      noValidate={ready}
      onSubmit={(event) => void send(event)}
      className="no-print grid gap-3"
      data-goes-on={card}
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
          <span className="tabular text-muted">
            <progress className="progress progress-primary me-2 w-24" value={percent} max={100} aria-label="Avance" />
            <span role="status">Enviando…</span> {percent} %
          </span>
        )}
      </div>
    </form>
  );
}

/** Offline, the sending code cannot be fetched: report a lost connection too. */
const NOT_LOADED = {
  FAILED: '',
  sendRequest: () => Promise.reject(new Error('Se perdió la conexión. Intente de nuevo: no se duplicará.')),
};

function backOnly(): string {
  const back = new URLSearchParams(window.location.search).get('back');
  return back === null ? '' : `?back=${encodeURIComponent(back)}`;
}
