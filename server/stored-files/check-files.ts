import { fragment, identifier, toQuery } from '../platform/sql/sql-fragment.ts';
import { createConcurrencyLimit } from '../platform/limits/concurrency-limit.ts';
import type { Services } from '../services.ts';
import type { FileArea } from './file-area.ts';
import { describePlace, readNamingRows, explainUnavailable } from './named-files.ts';
import { findStored, requireAsStated, type NamedBytes } from './stored-bytes.ts';

const AT_ONCE = 8;
const EXAMPLES = 3;

export interface CheckedPlace {
  collection: string;
  /** Location in words. */
  place: string;
  files: number;
  /** Unavailable files by reason, with the ids of some documents. */
  unread: Map<string, { files: number; ids: string[] }>;
}

/** Documents of an area of whose file no address is read. */
export interface WithoutAddress {
  collection: string;
  /** Some that store one which cannot be understood, and their number. */
  ids: string[];
  unread: number;
  /** Number of those that store none. */
  empty: number;
}

/**
 * Checks whether each file named by documents is available and is what they say, grouped by location; reads only. `requests`: for how many
 * files a store was asked; `whole`: how many of them were read in full to compare their hash.
 */
export async function checkFiles(
  services: Pick<Services, 'buckets' | 'restBackend' | 'sql'>,
  areas: readonly FileArea[],
): Promise<{ places: CheckedPlace[]; without: WithoutAddress[]; requests: number; whole: number }> {
  const places = new Map<string, CheckedPlace>();
  const atOnce = createConcurrencyLimit(AT_ONCE);
  let requests = 0;
  let whole = 0;
  const check = async ({ collection }: FileArea, id: string, file: NamedBytes) => {
    const place = describePlace(file.url) ?? 'ninguna dirección';
    const key = `${collection}\n${place}`;
    const checked: CheckedPlace = places.get(key) ?? { collection, place, files: 0, unread: new Map() };
    places.set(key, checked);
    checked.files += 1;
    const reason = await explainUnavailable(file.url, async () => {
      requests += 1;
      const stored = await findStored(services, file);
      if (!stored) requests -= 1;
      else if (await requireAsStated(stored, file)) whole += 1;
      return stored;
    });
    if (reason === '') return;
    const { files, ids } = checked.unread.get(reason) ?? { files: 0, ids: [] };
    checked.unread.set(reason, { files: files + 1, ids: ids.length < EXAMPLES ? [...ids, id] : ids });
  };
  const without: WithoutAddress[] = [];
  for (const area of areas) {
    for await (const rows of readNamingRows(services, area))
      await Promise.all(rows.flatMap(({ id, files }) => files.map((file) => atOnce(() => check(area, id, file)))));
    without.push({ collection: area.collection, ...(await findWithoutAddress(services, area)) });
  }
  return { places: [...places.values()], without, requests, whole };
}

async function findWithoutAddress({ sql }: Pick<Services, 'sql'>, area: FileArea): Promise<Omit<WithoutAddress, 'collection'>> {
  const { rows } = await sql.query<{ id: string; isUnread: boolean }>(
    toQuery(fragment`SELECT t.id, EXISTS (SELECT FROM unread_fields u
        WHERE u.database = ${area.database} AND u.table_name = ${area.collection} AND u.row_id = t.id AND u.field = 'url') AS "isUnread"
      FROM ${identifier(area.collection)} t WHERE t.url = '' AND NOT t.source_deleted ORDER BY t.id`),
  );
  const unread = rows.filter(({ isUnread }) => isUnread);
  return { ids: unread.slice(0, EXAMPLES).map(({ id }) => id), unread: unread.length, empty: rows.length - unread.length };
}
