import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { dayOf } from '../../domain/dates.ts';
import { ENDING_DAYS, ENDING_PARAM } from '../../domain/publishing.ts';
import { fragment, toQuery, trusted } from '../../platform/sql/sql-fragment.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { readText } from '../../read-model/field-readers.ts';
import type { AlertSource, AlertEvent } from '../../records/alert-source.ts';
import { column, literal, shownRows } from './shown-contents.ts';

/**
 * Alerts on content that members see and whose last day is within the next seven: told to whoever saved it last, and again when that day
 * was changed.
 */
export function endingAlerts(definitions: readonly CatalogDefinition[]): AlertSource[] {
  return definitions.flatMap((definition) => {
    const { id, database, publishing } = definition;
    if (publishing?.until === undefined) return [];
    const { from, where } = shownRows(definition);
    const until = column(publishing.until);
    const source = `${literal(`${id}/`)} || t.id || ' ' || ${until}`;
    return [
      {
        kind: 'expires',
        many: { collection: id, params: () => [[ENDING_PARAM, String(ENDING_DAYS)]] },
        async find({ sql, documents }, { most }) {
          const { rows } = await sql.query<{ source: string; path: string; at: Date }>(
            toQuery(fragment`SELECT ${trusted(source)} AS source, ${trusted(`${literal(`${id}/`)} || t.id`)} AS path, now() AS at FROM ${trusted(from)}
              WHERE ${trusted(where)} AND ${trusted(until)} <> ''
                AND ${trusted(until)} COLLATE "C" < (guatemala_day(now()) + ${ENDING_DAYS}::int)::text
                AND NOT EXISTS (SELECT 1 FROM alert_sources s WHERE s.kind = 'expires' AND s.source = ${trusted(source)})
              ORDER BY t.id LIMIT ${most}`),
          );
          const stored = await documents[database].getMany(rows.map(({ path }) => path));
          return rows.map(({ path, at, ...row }, index): AlertEvent => {
            const savedBy = stored[index]?.data['updatedBy'];
            const to = savedBy !== undefined && isPlainMap(savedBy) ? [readText(savedBy, 'id')] : [];
            // Content that ends on the same day makes one alert.
            return { ...row, path, at, together: `${id} ${dayOf(at)}`, actorId: '', actorName: '', to };
          });
        },
      } satisfies AlertSource,
    ];
  });
}
