import type { HistoryChange, HistoryEntry } from '#server/features/digitalization/tell-history.ts';
import { shortDateTime } from '../lists/short-dates.tsx';

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
