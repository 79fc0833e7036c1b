import { shortDateTime } from '../../ui/short-dates.tsx';

interface FileEventsProps {
  events: readonly { id: string; label: string; userName: string; at: string }[];
}

/** Everyone who had a file in hand, newest first. */
export function FileEvents({ events }: FileEventsProps) {
  if (events.length === 0) return <p className="text-muted">Todavía nadie lo ha abierto.</p>;
  return (
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
  );
}
