import { useFetcher, useLocation, type FetcherWithComponents } from '@remix-run/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { formatDateTime } from '#server/domain/dates.ts';
import { NOTES_ANCHOR, NOTES_URL } from '#server/domain/notes.ts';
import { countOf } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { LostNotice } from '../../ui/SaveBar.tsx';
import { shortDateTime } from '../../ui/short-dates.tsx';
import { later } from '../../ui/later.ts';
import { ActNotice } from '../forms/ActNotice.tsx';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { FreshForm } from '../forms/FreshForm.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { useDraft } from '../forms/use-draft.ts';
import type { NoteFailure, NotesData } from './notes-data.ts';

// Loaded when somebody starts writing.
const MentionList = later(async () => (await import('./MentionList.tsx')).MentionList);

interface NotesCardProps {
  data: Pick<NotesData, 'formToken' | 'mayWrite' | 'notes' | 'record'>;
  /** The answer of a page without scripts, where the whole page is loaded anew. */
  answer?: LostConnection | NoteFailure | undefined;
}

/** The notes on a record and a form for the next one. Plain POST forms: they work without JavaScript. */
export function NotesCard({ data: { record, notes, mayWrite, formToken }, answer: answered }: NotesCardProps) {
  const fetcher = useFetcher<LostConnection | NoteFailure>();
  const { search } = useLocation();
  const refused = answered ?? fetcher.data;
  const action = `${NOTES_URL}?record=${encodeURIComponent(record)}`;
  return (
    <Card
      title="Notas"
      id={NOTES_ANCHOR}
      className="no-print"
      actions={notes.length > 0 ? <span className="text-muted">{countOf(notes.length, 'nota', 'notas')}</span> : null}
    >
      {mayWrite ? (
        <FreshForm token={formToken} given={formToken} answer={fetcher.data}>
          {(kept) => <NoteForm fetcher={fetcher} action={action} record={record} formToken={kept} answer={answered} />}
        </FreshForm>
      ) : refused ? (
        <ActNotice answer={refused} />
      ) : notes.length === 0 ? (
        <p className="text-muted">Nadie ha escrito una nota.</p>
      ) : null}
      {notes.length === 0 ? null : (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {notes.map(({ id, text, who, at, isMine }) => (
            <li key={id} className="py-2.5">
              <div className="flex items-center gap-2">
                <p className="min-w-0 flex-1">
                  <span className="font-semibold">{who}</span> <span className="tabular text-muted">{shortDateTime(at)}</span>
                </p>
                {isMine && mayWrite ? (
                  <fetcher.Form method="post" action={action}>
                    <input type="hidden" name="back" value={search} />
                    <ConfirmButton
                      label="Eliminar"
                      of={`su nota del ${formatDateTime(at)}`}
                      look="quiet"
                      question="¿Eliminar su nota?"
                      explanation="Deja de verse aquí. La auditoría conserva lo que decía."
                      confirmLabel="Eliminar la nota"
                      name="intent"
                      value={`delete:${id}`}
                    />
                  </fetcher.Form>
                ) : null}
              </div>
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface NoteFormProps extends Pick<NotesData, 'formToken' | 'record'>, Pick<NotesCardProps, 'answer'> {
  fetcher: FetcherWithComponents<LostConnection | NoteFailure>;
  action: string;
}

function NoteForm({ fetcher, action, record, formToken, answer: answered }: NoteFormProps) {
  const { search } = useLocation();
  // A fetcher keeps its last answer, even after a success: what was there before this form is about an earlier one.
  const [before] = useState(fetcher.data);
  const answer = fetcher.data === before ? answered : fetcher.data;
  const failure = answer && !('lost' in answer) ? answer : null;
  const errors = failure?.errors['text'] ?? [];
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [writing, setWriting] = useState(false);
  // An address of its own, apart from other forms of the page.
  const draft = useDraft(form, `${NOTES_URL}/${record}`);
  const busy = fetcher.state !== 'idle';
  useEffect(() => {
    // Not from somebody who already writes elsewhere.
    if (failure?.errors['text'] && document.activeElement?.matches('body, button')) area.current?.focus();
  }, [failure]);
  return (
    <fetcher.Form ref={form} method="post" action={action} noValidate className="form-column">
      {answer && 'lost' in answer ? <LostNotice why={answer.lost} /> : errors.length > 0 ? null : <ActNotice answer={failure} />}
      <DraftNotice draft={draft} />
      <input type="hidden" name="formToken" value={failure?.formToken || formToken} />
      <input type="hidden" name="back" value={search} />
      <Field
        name="text"
        idPrefix="nota"
        label="Nueva nota"
        help="La lee quien puede ver este registro. Con @ y un nombre se le avisa a esa persona."
        errors={errors}
      >
        {(control) => (
          <span className="combobox">
            <textarea
              {...control}
              ref={area}
              className="textarea"
              rows={2}
              defaultValue={failure?.text ?? ''}
              onFocus={() => setWriting(true)}
            />
            {writing ? (
              <Suspense fallback={null}>
                <MentionList area={area} record={record} />
              </Suspense>
            ) : null}
          </span>
        )}
      </Field>
      <div>
        <Button type="submit" name="intent" value="write" disabled={busy}>
          {busy ? 'Guardando…' : 'Agregar nota'}
        </Button>
      </div>
    </fetcher.Form>
  );
}
