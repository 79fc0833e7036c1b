import { Form } from '@remix-run/react';
import { formatDateTime, formatDay } from '#server/domain/dates.ts';
import { READING_STATES, readingUrl } from '#server/domain/readings.ts';
import { countOf, plural } from '#server/domain/text.ts';
import type { Reader } from '#server/features/briefcase/required-reading.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { Card } from '../../ui/Card.tsx';
import { shortDateTime } from '../../ui/short-dates.tsx';
import { withBack } from '../../record-links.ts';
import { fileHref } from './file-links.ts';
import type { FileRecordData } from './record-data.ts';

/** Who must read the file by when, whether the person did, and who else did. */
export function ReadingCard({ data: { file, reading, formToken, back } }: { data: FileRecordData }) {
  const action = fileHref(file.id, { back });
  const mayChange = useMay()('briefcase-files', 'change');
  const done = reading?.readers.filter(({ state }) => state === 'leida').length ?? 0;
  return (
    <Card
      title={reading ? `Lectura obligatoria: ${done} de ${reading.readers.length}` : 'Lectura obligatoria'}
      actions={
        mayChange ? (
          <ButtonLink href={withBack(readingUrl(file.id), back)} small data-nav="">
            {reading ? 'Cambiar' : 'Pedir lectura'}
          </ButtonLink>
        ) : null
      }
    >
      {reading ? (
        <>
          <p className="wrap-anywhere">
            Leer hasta el {formatDay(reading.hasta)}.{reading.motivo ? ` Motivo: ${reading.motivo.replace(/\.$/, '')}.` : ''}
            {reading.askedBy ? ` La pidió ${reading.askedBy}.` : ''}
            {reading.byFolder ? ' La pide su carpeta, a quienes la tienen.' : ''}
          </p>
          {reading.mine ? <Mine reader={reading.mine} action={action} /> : null}
          {reading.readers.length === 0 ? null : (
            <details className="mt-3">
              <summary className="text-link cursor-pointer">Quién lo leyó y quién no</summary>
              <ul className="mt-2 grid gap-1">
                {reading.readers.map((reader) => (
                  <li key={reader.userId} className="border-t border-line py-1 wrap-anywhere">
                    {reader.person} <span className="text-muted">{[reader.agencyName, stateText(reader)].filter(Boolean).join('. ')}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
          {reading.shutOut.length === 0 ? null : (
            <details className="mt-3">
              <summary className="text-link cursor-pointer">
                {countOf(reading.shutOut.length, 'persona no puede', 'personas no pueden')} abrirlo y no{' '}
                {plural(reading.shutOut.length, 'cuenta', 'cuentan')}
              </summary>
              <p className="mt-2 text-muted wrap-anywhere">{reading.shutOut.join(', ')}.</p>
            </details>
          )}
          {reading.remindable === 0 || !mayChange ? null : (
            <Form method="post" action={action} className="no-print mt-3" preventScrollReset>
              <input type="hidden" name="formToken" value={formToken} />
              <Button type="submit" name="intent" value="remind" small>
                Recordar a {countOf(reading.remindable, 'persona', 'personas')}
              </Button>
            </Form>
          )}
        </>
      ) : (
        <p className="text-muted">Nadie tiene que leerlo.</p>
      )}
    </Card>
  );
}

function Mine({ reader: { state, readAt }, action }: { reader: Reader; action: string }) {
  if (readAt !== null) return <p className="mt-2">Usted confirmó que lo leyó: {shortDateTime(readAt)}.</p>;
  return (
    <Form method="post" action={action} className="no-print mt-2 flex flex-wrap items-center gap-2" preventScrollReset>
      <p className="w-full font-medium">{state === 'vencida' ? 'Usted debía leerlo y no lo ha confirmado.' : 'Usted debe leerlo.'}</p>
      <Button type="submit" name="intent" value="confirm" look="primary">
        Confirmo que lo leí
      </Button>
    </Form>
  );
}

/** «Vencida, abierta: 25/11/2026 10:20» */
function stateText({ state, openedAt, readAt }: Reader): string {
  const when = readAt ?? openedAt;
  const word = state === 'vencida' && openedAt !== null ? 'Vencida, abierta' : READING_STATES[state];
  return when === null ? word : `${word}: ${formatDateTime(when)}`;
}
