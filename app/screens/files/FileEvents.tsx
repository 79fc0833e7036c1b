import { Card } from '../../ui/Card.tsx';
import { shortDateTime } from '../../ui/short-dates.tsx';

interface FileEventsProps {
  events: readonly { id: string; label: string; userName: string; at: string; version: number | null }[];
  /** The files that the document had, in any order. */
  versions: readonly { number: number; at: string }[];
}

/** The ledger of a file, newest first. Who had the paper in hand is another story (a document's custody). */
export function FileEvents({ events, versions }: FileEventsProps) {
  return (
    <Card title="Quién lo abrió, imprimió o descargó">
      {events.length === 0 ? (
        <p className="text-muted">Todavía nadie lo ha abierto.</p>
      ) : (
        <ol className="grid gap-1">
          {events.map((event) => (
            <li key={event.id} className="flex gap-3">
              <span className="tabular flex-none text-muted">{shortDateTime(event.at)}</span>
              <span className="min-w-0">
                {event.label}: {event.userName || 'Sin nombre'}
                {versionText(event, versions)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** Of a document with several files. The ledger did not always tell: what happened before there was a second one was the first's. */
function versionText({ at, version }: FileEventsProps['events'][number], versions: FileEventsProps['versions']): string {
  if (versions.length < 2) return '';
  const second = versions.find(({ number }) => number === 2)?.at ?? '';
  const known = version ?? (at < second ? 1 : null);
  return known === null ? '' : ` (versión ${known})`;
}
