import { placeTitle } from '#server/domain/custody-words.ts';
import { daysBetween } from '#server/domain/dates.ts';
import type { CustodyStop } from '#server/features/digitalization/tell-custody.ts';
import { countOf } from '#server/domain/text.ts';
import { shortDateTime } from '../lists/short-dates.tsx';

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
