import { Card } from '../../ui/Card.tsx';
import { shortDateTime } from '../../ui/short-dates.tsx';

interface FileEventsProps {
  events: readonly { id: string; label: string; userName: string; at: string }[];
}

/** The ledger of a file, newest first. Who had the paper in hand is another story (a document's custody). */
export function FileEvents({ events }: FileEventsProps) {
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
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
