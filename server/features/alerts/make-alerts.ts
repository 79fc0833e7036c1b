import { ALERT_RETENTION_DAYS, type AlertKind } from '../../domain/alerts.ts';
import { AppError } from '../../domain/errors.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import { inTransaction } from '../../platform/sql/sql.ts';
import type { AlertSource, AlertEvent } from '../../records/alert-source.ts';
import { openFor, type Opened } from '../../records/declared-record.ts';
import type { Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';

/** Older events are not told any more, for example those from before there were alerts. */
const ALERTED_DAYS = 3;
const BATCH = 500;

/**
 * Alerts people to what happened since the last time. Any number of workers may do so at once, and each may end at any moment: what was
 * told is stored in the same transaction as its alerts. A source or an event that fails must not silence the others: its error is thrown
 * after them, and it is told next time.
 */
export async function makeAlerts(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ since: Date }>('SELECT now() - make_interval(days => $1) AS since', [ALERTED_DAYS]);
  const since = rows[0]?.since ?? new Date();
  const failures: unknown[] = [];
  for (const source of services.registries.alertSources)
    await alertFromSource(services, source, since).catch((error: unknown) => {
      services.log.error({ err: error, kind: source.kind }, 'a source of alerts failed');
      failures.push(error);
    });
  await services.sql.query('DELETE FROM alerts WHERE at < now() - make_interval(days => $1)', [ALERT_RETENTION_DAYS]);
  // Longer than any source looks back: an act for ALERTED_DAYS, a content until its last day.
  await services.sql.query('DELETE FROM alert_sources WHERE at < now() - make_interval(days => $1)', [ALERT_RETENTION_DAYS]);
  if (failures.length > 0) throw failures[0];
}

async function alertFromSource(services: Services, source: AlertSource, since: Date): Promise<void> {
  let found: AlertEvent[];
  do {
    found = await source.find(services, { since, most: BATCH });
    if (found.length > 0) await storeAlerts(services, source.kind, found);
  } while (found.length === BATCH);
}

/** One alert of one person, about one act. */
interface AlertGroup {
  id: string;
  userId: string;
  happened: AlertEvent[];
}

/** @throws the failure of an event that was left for the next time, once the others are stored */
async function storeAlerts(services: Services, kind: AlertKind, found: readonly AlertEvent[]): Promise<void> {
  const { opened, failures: unopened } = await openAll(services, groupsOf(kind, found));
  const failures = new Map([...found.filter(({ failure }) => failure).map((event) => [event, event.failure] as const), ...unopened]);
  const ready = found.filter((event) => !failures.has(event));
  await inTransaction(services.sql, async (client) => {
    const { rows } = await client.query<{ source: string }>(
      `INSERT INTO alert_sources (kind, source, at) SELECT $1, f.source, f.at FROM jsonb_to_recordset($2::jsonb) AS f(source text, at timestamptz)
       ORDER BY f.source ON CONFLICT DO NOTHING RETURNING source`,
      [kind, JSON.stringify(ready.map(({ source, at }) => ({ source, at })))],
    );
    // Another worker has told the rest meanwhile.
    const newSources = new Set(rows.map(({ source }) => source));
    const groups = groupsOf(
      kind,
      ready.filter(({ source }) => newSources.has(source)),
    );
    const alerts = groups.flatMap(({ id, userId, happened }) => {
      const last = happened.at(-1);
      const name = opened.get(id)?.name;
      if (!last || name === undefined) return [];
      return [{ id, user_id: userId, actor: last.actorName, path: last.path, name, count: happened.length, at: last.at }];
    });
    await client.query(STORE, [kind, JSON.stringify(alerts)]);
  });
  const [failure] = failures.values();
  if (failure !== undefined) throw failure;
}

/** Further events of the same act join its alert, without making it unread again. */
const STORE = `
  INSERT INTO alerts AS a (id, user_id, kind, actor, path, name, count, at, mail_at)
  SELECT n.id, n.user_id, $1, n.actor, n.path, n.name, n.count, n.at, CASE p.alert_mail ->> $1
    -- So long an act on many may take.
    WHEN 'now' THEN now() + interval '20 seconds'
    WHEN 'daily' THEN (date_trunc('day', (now() AT TIME ZONE 'America/Guatemala') - interval '7 hours') + interval '1 day 7 hours') AT TIME ZONE 'America/Guatemala' END
  FROM jsonb_to_recordset($2::jsonb) AS n(id text, user_id text, actor text, path text, name text, count integer, at timestamptz)
  LEFT JOIN identity.preferences p ON p.uid = n.user_id
  ORDER BY n.id
  ON CONFLICT (id) DO UPDATE SET count = a.count + excluded.count, path = excluded.path, name = excluded.name`;

function groupsOf(kind: AlertKind, found: readonly AlertEvent[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>();
  for (const happening of found) {
    for (const userId of new Set(happening.to)) {
      if (userId === '' || userId === happening.actorId) continue;
      const id = documentIdOf(JSON.stringify([kind, happening.together, userId]));
      const group = groups.get(id) ?? { id, userId, happened: [] };
      group.happened.push(happening);
      groups.set(id, group);
    }
  }
  return [...groups.values()];
}

/** Nobody is alerted to what they may not see; for an act on many, only the last record is checked. */
async function openAll(services: Services, groups: readonly AlertGroup[]) {
  const people = new Map<string, Awaited<ReturnType<typeof loadStaff>>>();
  const opened = new Map<string, Opened>();
  const failures: (readonly [AlertEvent, unknown])[] = [];
  for (const { id, userId, happened } of groups) {
    try {
      const person = people.get(userId) ?? (await loadStaff(services, { uid: userId, sessionId: '' }));
      people.set(userId, person);
      const found = person && (await openFor(services, person, happened.at(-1)?.path ?? ''));
      if (found) opened.set(id, found);
    } catch (error) {
      // A store that does not answer would keep each of them waiting.
      if (error instanceof AppError && error.code === 'unavailable') throw error;
      failures.push(...happened.map((event) => [event, error] as const));
    }
  }
  return { opened, failures };
}
