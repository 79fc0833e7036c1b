import { recordKind } from '../../catalogs/record.ts';
import { CATALOGS } from '../../catalogs/registry.ts';
import { waitsOf } from '../../catalogs/waiting-switch.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { dayOf } from '../../domain/dates.ts';
import { allOf, fragment, identifier, joinFragments, toQuery, trusted } from '../../platform/sql/sql-fragment.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import { act, each } from '../../records/act.ts';
import type { Services } from '../../services.ts';
import { dueChange, type WindowedCatalog } from './due-change.ts';

/** Names the job in audit entries and in the stamp of what it saves. */
export const PUBLISHER = { id: 'publicacion-automatica', name: 'Publicación automática' };

const BATCH = 100;

const WINDOWED: readonly WindowedCatalog[] = Object.values(CATALOGS).flatMap(({ definition: { publishing, ...definition } }) =>
  publishing ? [{ ...definition, publishing }] : [],
);

interface PublishOptions {
  signal?: AbortSignal;
  now?: Date;
}

/**
 * Brings the switch of every content in line with its days (dueChange), each in a transaction of its own with an audit entry that names the
 * job. It decides from the documents as they are: repeating it changes nothing, and the next run catches up on what was missed while no
 * worker ran. One that fails does not stop the others.
 * @throws when some failed, so that the job is retried
 */
export async function publishContents(services: Services, { signal, now = new Date() }: PublishOptions = {}): Promise<void> {
  const moment = { today: dayOf(now), isAutomatic: services.liveSettings.stored().publicacionAutomatica };
  let [changed, failed] = [0, 0];
  for (const catalog of WINDOWED) {
    for await (const documents of findCandidates(services, catalog, moment)) {
      for (const document of documents) {
        signal?.throwIfAborted();
        try {
          if (await publishOne(services, catalog, document, moment)) changed += 1;
        } catch (error) {
          failed += 1;
          services.log.error({ err: error, path: document.path }, 'the days of a content were not followed');
        }
      }
    }
  }
  if (changed > 0) services.log.info({ changed }, 'contents switched by their days');
  if (failed > 0) throw new Error(`${failed} contents were not switched by their days`);
}

type Moment = Parameters<typeof dueChange>[2];

async function publishOne(services: Services, catalog: WindowedCatalog, candidate: StoredDocument, moment: Moment): Promise<boolean> {
  const due = dueChange(catalog, candidate.data, moment);
  if (!due) return false;
  const call = { actor: PUBLISHER, action: due.action, ids: [candidate.id], formToken: '', words: [] };
  // Somebody may have changed the document meanwhile, so that nothing is left to do.
  const done = await act(
    services,
    recordKind(catalog),
    call,
    each(({ data }) => {
      const now = dueChange(catalog, data, moment);
      return now?.action === due.action ? { changes: now.changes } : null;
    }),
  );
  return done.length > 0;
}

/** Documents that may be due: those that wait, from the document store, and those that the read model shows as on outside their days. */
async function* findCandidates(
  { documents, sql }: Services,
  catalog: WindowedCatalog,
  { today, isAutomatic }: Moment,
): AsyncGenerator<readonly StoredDocument[]> {
  const store = documents[catalog.database];
  const waits = waitsOf(catalog);
  const waiting = waits === null ? [] : await store.query({ collection: catalog.id, where: [{ field: waits, op: '==', value: true }] });
  yield waiting;
  const met = new Set(waiting.map(({ id }) => id));
  for (let after: string | null = ''; isAutomatic && after !== null;) {
    const ids: readonly string[] = await findOutside(sql, catalog, { today, after });
    after = ids.length < BATCH ? null : (ids.at(-1) ?? null);
    const found = await store.getMany(ids.filter((id) => !met.has(id)).map((id) => `${catalog.id}/${id}`));
    yield found.filter((document) => document !== null);
  }
}

async function findOutside(
  sql: Services['sql'],
  { id: table, publishing: { flag, from, until } }: WindowedCatalog,
  { today, after }: { today: string; after: string },
): Promise<string[]> {
  const outside = [
    ...(until === undefined ? [] : [fragment`(t.${identifier(until)} <> '' AND t.${identifier(until)} COLLATE "C" < ${today})`]),
    ...(from === undefined ? [] : [fragment`t.${identifier(from)} COLLATE "C" > ${today}`]),
  ];
  const where = allOf([presentRows('active'), fragment`t.${identifier(flag)}`, joinFragments(outside, ' OR '), fragment`t.id > ${after}`]);
  const { rows } = await sql.query<{ id: string }>(
    toQuery(fragment`SELECT t.id FROM ${identifier(table)} t WHERE ${where} ORDER BY t.id LIMIT ${trusted(String(BATCH))}`),
  );
  return rows.map(({ id }) => id);
}
