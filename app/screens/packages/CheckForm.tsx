import { Form } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { VERDICTS, VERDICT_LABELS } from '#server/domain/package-states.ts';
import { countOf } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SaveBarFrame } from '../../ui/SaveBar.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { documentHref } from '../documents/document-links.ts';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { useSaveForm } from '../forms/use-save-form.ts';
import type { ReceptionAnswer } from './act-on-received.ts';
import { focusFirstOpen, moveInChecks, VERDICT_KEYS } from './move-in-checks.ts';
import type { ReceivedData } from './package-data.ts';
import { lineControl, receivedHref, wasText } from './package-links.ts';

const EXTRAS: FormField = {
  name: 'extras',
  label: 'Papeles de más',
  help: 'Lo que vino sin estar en la lista: uno por línea, y después de un punto y coma su nota.',
  kind: 'long-text',
  rows: 2,
};

/**
 * Checks a received package line by line with the keyboard: a letter for each verdict. It can be saved any number of times until the
 * package is accepted. The children, other ways to resolve it, follow below.
 */
export function CheckForm({ data, children }: { data: ReceivedData; children: ReactNode }) {
  const { received, back, formToken } = data;
  const { answer: given, lost, saving, warning } = useSaveForm<ReceptionAnswer>();
  const own = given?.intent === 'reject' ? null : given;
  // Kept while a rejection is refused.
  const [answer, setAnswer] = useState(own);
  if (own && own !== answer) setAnswer(own);
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(form);
  const { lines } = received;
  const [checked, setChecked] = useState(() => lines.filter(({ verdict }) => verdict !== '').length);
  const count = () => setChecked(form.current?.querySelectorAll('input[type=radio]:checked').length ?? 0);
  useEffect(() => {
    count();
    if (answer) focusFirstOpen(form.current);
    // With a hash (a link to a note), the focus stays there.
    else if (window.location.hash === '') focusFirstOpen(form.current, { preventScroll: true });
  }, [answer]);
  const receiveRest = () => {
    for (const line of form.current?.querySelectorAll('[data-line]') ?? [])
      if (!line.querySelector('input[type=radio]:checked')) line.querySelector<HTMLInputElement>('input[value="RECEIVED"]')?.click();
  };
  return (
    <Card title="Revisión" actions={<Progress checked={checked} total={lines.length} />}>
      <ActNotice answer={answer?.errors['verdicts'] && checked === lines.length ? null : answer} className="mb-3" />
      <Form
        ref={form}
        method="post"
        action={receivedHref(received.id, { back })}
        onChange={() => {
          count();
          warning.markChanged();
        }}
        onSubmit={warning.markSent}
      >
        <DraftNotice draft={draft} />
        <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
          <p className="text-muted max-sm:hidden">
            <kbd>R</kbd> recibido, <kbd>F</kbd> faltante, <kbd>D</kbd> dañado, <kbd>N</kbd> no corresponde; <kbd>Tab</kbd> va a la nota,{' '}
            <kbd>Esc</kbd> sale de ella; <kbd>↑</kbd> <kbd>↓</kbd> cambian de línea.
          </p>
          {checked < lines.length ? (
            <Button small onClick={receiveRest}>
              Marcar {countOf(lines.length - checked, 'línea restante como recibida', 'líneas restantes como recibidas')}
            </Button>
          ) : null}
        </div>
        <ol className="check-lines check-form">
          {lines.map((line, place) => {
            const was = answer?.values[lineControl(place, 'was')] ?? wasText(line);
            // Rendered anew with what somebody else noted.
            return <CheckLine key={line.lineId + was} was={was} line={line} place={place} answer={answer} />;
          })}
        </ol>
        <div className="mt-4 max-w-160">
          <input type="hidden" name="extras.was" value={answer?.values['extras.was'] ?? extrasText(received.extras)} />
          <FieldControl field={EXTRAS} value={answer?.values['extras'] ?? extrasText(received.extras)} errors={answer?.errors} />
        </div>
        <SaveBarFrame lost={lost}>
          {/* Comes first, because without scripts Enter presses the first button. */}
          <Button type="submit" name="intent" value="check" disabled={saving} data-save="">
            <span>
              Guardar <span className="max-sm:sr-only">la revisión</span>
            </span>
          </Button>
          <Button type="submit" look="primary" name="intent" value="accept" disabled={saving}>
            {saving ? (
              'Un momento…'
            ) : (
              <span>
                Aceptar <span className="max-sm:sr-only">el paquete</span>
              </span>
            )}
          </Button>
        </SaveBarFrame>
      </Form>
      {children}
      <LeaveDialog blocker={warning.blocker} />
    </Card>
  );
}

function Progress({ checked, total }: { checked: number; total: number }) {
  return (
    <span role="status" className="tabular text-muted">
      {checked} de {total} {total === 1 ? 'revisada' : 'revisadas'}
    </span>
  );
}

interface CheckLineProps {
  line: ReceivedData['received']['lines'][number];
  /** The values it was opened with. */
  was: string;
  place: number;
  answer: ReceptionAnswer | null;
}

/** One line of a package with its four verdicts and a note. */
function CheckLine({ line, was, place, answer }: CheckLineProps) {
  const [verdictName, noteName] = [lineControl(place, 'verdict'), lineControl(place, 'note')];
  const verdict = answer ? (answer.values[verdictName] ?? '') : line.verdict;
  const noteErrors = answer?.errors[noteName] ?? [];
  const errors = [...(answer?.errors[verdictName] ?? []), ...noteErrors];
  const title = line.document || 'Sin nombre';
  const titleId = `linea-${place}`;
  const errorId = `${titleId}-error`;
  return (
    <li className="check-line" data-line="">
      <input type="hidden" name={lineControl(place, 'lineId')} value={line.lineId} />
      <input type="hidden" name={lineControl(place, 'was')} value={was} />
      <p id={titleId} className="check-title">
        <span className="tabular text-muted">{place + 1}. </span>
        <span className="font-semibold">{title}</span> <span className="text-muted">{line.typeName}</span>
      </p>
      <div
        role="radiogroup"
        aria-labelledby={titleId}
        aria-describedby={errors.length > noteErrors.length ? errorId : undefined}
        className="check-choices"
      >
        {VERDICTS.map((one) => (
          <label key={one} className="check-choice" data-verdict={one}>
            <input
              type="radio"
              name={verdictName}
              value={one}
              defaultChecked={verdict === one}
              aria-keyshortcuts={VERDICT_KEYS[one]}
              onKeyDown={moveInChecks}
            />
            {VERDICT_LABELS[one]}
          </label>
        ))}
      </div>
      <input
        type="text"
        name={noteName}
        className="input check-note"
        aria-label={`Nota de ${title}`}
        aria-invalid={noteErrors.length > 0 || undefined}
        aria-describedby={noteErrors.length > 0 ? errorId : undefined}
        placeholder="Nota"
        onKeyDown={moveInChecks}
        defaultValue={answer?.values[noteName] ?? line.note}
      />
      {line.opens ? (
        <a className="text-link check-open" href={documentHref(line.digitalizationId)} target="_blank" rel="noreferrer">
          Ver
        </a>
      ) : null}
      {errors.length === 0 ? null : (
        <p id={errorId} className="field-error basis-full">
          {errors.join(' ')}
        </p>
      )}
    </li>
  );
}

/** Extra papers in the format of their text area. */
function extrasText(extras: readonly { document: string; note: string }[]): string {
  return extras.map(({ document, note }) => (note === '' ? document : `${document}; ${note}`)).join('\n');
}
