import { useLocation } from '@remix-run/react';
import { Fragment } from 'react';
import { addDays, dayOf, formatDateLong, formatTime } from '#server/domain/dates.ts';
import { capitalize } from '#server/domain/grammar.ts';
import { STORY_ANCHOR, STORY_PARTS } from '#server/domain/story.ts';
import { countOf } from '#server/domain/text.ts';
import type { Story, StoryEvent } from '#server/records/story.ts';
import { Card } from '../../ui/Card.tsx';

/** A record's history by day, newest first: who did what. Filter and pages are part of the address. */
export function StoryCard({ story: { part, parts, events, older, isNewest } }: { story: Story }) {
  const { search } = useLocation();
  // Nobody has touched the record since it was created.
  if (parts.length < 2 && events.length === 0 && isNewest) return null;
  const hrefOf = (partName: string | null, before = '') => {
    const params = new URLSearchParams(search);
    for (const [name, value] of [
      ['story', partName ?? ''],
      ['before', before],
    ] as const)
      if (value === '') params.delete(name);
      else params.set(name, value);
    return `?${params.toString()}#${STORY_ANCHOR}`;
  };
  return (
    <Card title="Historia" id={STORY_ANCHOR}>
      {parts.length < 2 ? null : (
        <nav aria-label="Qué se cuenta" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 no-print" data-nav="">
          {([null, ...parts] as const).map((one) => (
            <a
              key={one ?? 'all'}
              className="text-link aria-[current]:font-semibold aria-[current]:text-base-content aria-[current]:no-underline"
              href={hrefOf(one)}
              aria-current={part === one || undefined}
            >
              {one === null ? 'Todo' : STORY_PARTS[one]}
            </a>
          ))}
        </nav>
      )}
      {events.length === 0 ? (
        <p className="text-muted">{part === 'openings' ? 'Todavía nadie lo ha abierto.' : 'No hay nada que contar.'}</p>
      ) : null}
      {daysOf(events).map(({ day, told }) => (
        <Fragment key={day}>
          <h3 className="mt-3 mb-1">{day}</h3>
          <ol className="grid gap-2 border-s-2 border-line ps-4">
            {told.map(({ event, count }) => (
              <li key={event.id} className="wrap-anywhere">
                <EventLines event={event} count={count} />
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
      {older === '' && isNewest ? null : (
        <p className="mt-3 flex flex-wrap gap-x-4 no-print" data-nav="">
          {isNewest ? null : (
            <a className="text-link" href={hrefOf(part)}>
              Volver a lo más reciente
            </a>
          )}
          {older === '' ? null : (
            <a className="text-link" href={hrefOf(part, older)}>
              Ver anteriores
            </a>
          )}
        </p>
      )}
    </Card>
  );
}

function EventLines({ event: { at, who, did, notes, changes }, count }: RepeatedEvent) {
  return (
    <>
      <p>
        {at === '' ? null : (
          <time className="tabular text-muted" dateTime={at}>
            {formatTime(at)}
          </time>
        )}{' '}
        <span className="story-event">
          {who === '' ? (
            capitalize(did)
          ) : (
            <>
              <span className="font-semibold">{who}</span> {did}
            </>
          )}
        </span>
        {count > 1 ? <span className="text-muted"> {countOf(count, 'vez', 'veces')}</span> : null}
      </p>
      {notes.map((note) => (
        <p key={note} className="whitespace-pre-line text-muted">
          {note}
        </p>
      ))}
      {changes.length === 0 ? null : (
        <ul className="grid gap-0.5">
          {changes.map(({ label, before, after }) => (
            <li key={label}>
              <span className="text-muted">{label}: </span>
              {before === '' ? null : (
                <>
                  <del className="text-muted">{before}</del>{' '}
                </>
              )}
              {after === '' ? <span className="text-muted">sin dato</span> : <ins className="no-underline">{after}</ins>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface RepeatedEvent {
  event: StoryEvent;
  /** How often in a row they did it: `event` is the last one. */
  count: number;
}

function daysOf(events: readonly StoryEvent[]): { day: string; told: RepeatedEvent[] }[] {
  const today = dayOf(new Date());
  const days: { day: string; told: RepeatedEvent[] }[] = [];
  for (const event of events) {
    const day = dayName(event.at, today);
    if (days.at(-1)?.day !== day) days.push({ day, told: [] });
    const eventsOfDay = days.at(-1)?.told ?? [];
    const last = eventsOfDay.at(-1);
    if (last && isSameAct(last.event, event)) last.count += 1;
    else eventsOfDay.push({ event, count: 1 });
  }
  return days;
}

function isSameAct(one: StoryEvent, other: StoryEvent): boolean {
  return one.who === other.who && one.did === other.did && [one, other].every(({ notes, changes }) => notes.length + changes.length === 0);
}

function dayName(at: string, today: string): string {
  if (at === '') return 'Sin fecha';
  const day = dayOf(new Date(at));
  return day === today ? 'Hoy' : day === addDays(today, -1) ? 'Ayer' : formatDateLong(at);
}
