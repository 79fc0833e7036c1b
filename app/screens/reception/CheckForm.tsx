import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { PACKAGE_LINES_MAX, PACKAGE_TEXT_MAX } from '#server/domain/package-states.ts';
import { countOf } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SaveBarFrame } from '../../ui/SaveBar.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import { useUnsavedWarning } from '../forms/use-unsaved-warning.ts';
import type { ReceptionAnswer } from './act-on-received.ts';
import { extrasText } from './check-fields.ts';
import { CheckLine } from './CheckLine.tsx';
import { focusFirstOpen } from './move-in-checks.ts';
import { receivedHref } from './reception-links.ts';
import type { ReceptionData } from './reception-data.ts';

const EXTRAS: FormField = {
  name: 'extras',
  label: 'Papeles de más',
  help: 'Lo que vino sin estar en la lista: uno por línea, y después de un punto y coma su nota.',
  kind: 'long-text',
  rows: 2,
  maxLength: PACKAGE_LINES_MAX * (PACKAGE_TEXT_MAX.document + PACKAGE_TEXT_MAX.lineNote),
};

/** What came of a package, line by line, by keyboard: a letter for each verdict. Saved as often as people like, until it is accepted. */
export function CheckForm({ data }: { data: ReceptionData }) {
  const { received, back, formToken } = data;
  const given = useActionData<ReceptionAnswer | LostConnection>();
  const answer = given && 'intent' in given && given.intent !== 'reject' ? given : null;
  const lost = given !== undefined && 'lost' in given;
  const saving = useNavigation().state !== 'idle';
  const warning = useUnsavedWarning();
  const form = useRef<HTMLFormElement>(null);
  const { lines } = received;
  const [checked, setChecked] = useState(() => lines.filter(({ verdict }) => verdict !== '').length);
  const count = () => setChecked(form.current?.querySelectorAll('input[type=radio]:checked').length ?? 0);
  useEffect(() => {
    count();
    focusFirstOpen(form.current);
  }, []);
  const receiveRest = () => {
    for (const line of form.current?.querySelectorAll('[data-line]') ?? [])
      if (!line.querySelector('input[type=radio]:checked')) line.querySelector<HTMLInputElement>('input[value="RECEIVED"]')?.click();
  };
  return (
    <Card title="Revisión" actions={<Progress checked={checked} total={lines.length} />}>
      {answer ? (
        <Notice kind="error" live className="mb-3">
          {answer.message}
        </Notice>
      ) : null}
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
        <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
          <p className="text-muted max-sm:hidden">
            <kbd>R</kbd> recibido, <kbd>F</kbd> faltante, <kbd>D</kbd> dañado, <kbd>N</kbd> no corresponde; <kbd>↑</kbd> <kbd>↓</kbd>{' '}
            cambian de línea.
          </p>
          {checked < lines.length ? (
            <Button small onClick={receiveRest}>
              Marcar {countOf(lines.length - checked, 'línea restante', 'líneas restantes')} como recibidas
            </Button>
          ) : null}
        </div>
        <ol className="check-lines check-form">
          {lines.map((line, place) => (
            <CheckLine key={line.lineId} line={line} place={place} answer={answer} />
          ))}
        </ol>
        <div className="mt-4 max-w-160">
          <FieldControl field={EXTRAS} value={answer?.values['extras'] ?? extrasText(received.extras)} errors={answer?.errors} />
        </div>
        <SaveBarFrame lost={lost}>
          {/* The first is the one that Enter presses where no script runs. */}
          <Button type="submit" name="intent" value="check" disabled={saving}>
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
