import { placeTitle } from '#server/features/documents/domain/custody-words.ts';
import { daysBetween } from '#server/domain/dates.ts';
import { countOf } from '#server/domain/text.ts';
import type { CustodyStop } from '#server/features/documents/document-custody.ts';
import type { HistoryChange, HistoryEntry } from '#server/features/documents/document-history.ts';
import { shortDateTime } from '../../ui/short-dates.tsx';

/** What was done with the document, newest first: who, when, and what became of what. */
export function DocumentHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <p className="text-muted">Todavía no hay nada que contar de este documento.</p>;
  return (
    <ol className="grid gap-4 border-s-2 border-line ps-4">
      {entries.map(({ id, at, userName, title, comment, changes }) => (
        <li key={id}>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{title}</span>
            <span className="tabular text-muted">{shortDateTime(at) ?? 'Sin fecha'}</span>
            <span className="text-muted">{userName}</span>
          </p>
          {comment === '' ? null : <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{comment}</p>}
          {changes.length === 0 ? null : (
            <ul className="mt-0.5 grid gap-0.5">
              {changes.map((change) => (
                <li key={change.label} className="wrap-anywhere">
                  <Change change={change} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function Change({ change: { label, before, after } }: { change: HistoryChange }) {
  return (
    <>
      <span className="text-muted">{label}: </span>
      {before === '' ? null : (
        <>
          <del className="text-muted">{before}</del>{' '}
        </>
      )}
      {after === '' ? <span className="text-muted">sin dato</span> : <ins className="no-underline">{after}</ins>}
    </>
  );
}

/** Where the document has been, newest first: who had it, at which agency, in which package, on which shelf. */
export function DocumentCustody({ stops }: { stops: readonly CustodyStop[] }) {
  return (
    <ol className="grid gap-3 border-s-2 border-line ps-4">
      {stops.map((stop, place) => (
        <li key={`${stop.from}-${place}`} aria-current={stop.to === null ? 'location' : undefined}>
          <Stop stop={stop} />
        </li>
      ))}
    </ol>
  );
}

function Stop({ stop: { place, from, to, by, untold, broughtBy } }: { stop: CustodyStop }) {
  const facts = [place.agency, broughtBy === '' ? '' : `llegó en el paquete ${broughtBy}`].filter((fact) => fact !== '');
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold wrap-anywhere">{placeTitle(place)}</span>
        {facts.length === 0 ? null : <span className="wrap-anywhere">{facts.join(' · ')}</span>}
      </p>
      <p className="text-muted">
        <Times from={from} to={to} />
        {by === '' ? null : `. Lo registró ${by}`}
      </p>
      {untold === null ? null : <p className="text-muted italic">{UNTOLD[untold]}</p>}
    </>
  );
}

const UNTOLD = {
  start: 'La auditoría no cuenta cómo empezó.',
  change: 'Otro programa lo cambió sin dejarlo en la auditoría: se vio en esa fecha.',
} as const;

function Times({ from, to }: Pick<CustodyStop, 'from' | 'to'>) {
  return (
    <span className="tabular">
      {shortDateTime(from)}
      {' – '}
      {to === null ? 'hoy' : shortDateTime(to)}
      {to === null ? null : ` (${lasted(from, to)})`}
    </span>
  );
}

function lasted(from: string, to: string): string {
  const days = daysBetween(from, to);
  return days === 0 ? 'menos de un día' : countOf(days, 'día', 'días');
}
