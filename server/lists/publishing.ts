import {
  ENDING_DAYS,
  ENDING_PARAM,
  PUBLISHING_LABEL,
  PUBLISHING_PARAM,
  PUBLISHING_STATES,
  publishingLabel,
  type PublishingWindow,
} from '../domain/publishing.ts';
import { matchesQuery } from '../domain/search.ts';
import { fragment, quoteIdentifier, trusted } from '../platform/sql/sql-fragment.ts';
import type { ComputedColumn } from '../read-model/pages/page-source.ts';
import { optionFilter, type Filter } from './filters.ts';

/** Today in Guatemala as text, by the database's clock; evaluated once for all rows. */
export const TODAY = '(SELECT guatemala_day(now())::text)';

/**
 * publishingState (server/domain/publishing.ts) over `t`, as SQL text: by the database's clock, so that rows, filters
 * and counts change at midnight in Guatemala.
 * @param today SQL of a day as text
 */
export function publishingExpression({ flag, from, until }: PublishingWindow, today = TODAY): string {
  const cases = [
    `WHEN NOT t."isActive" THEN 'oculta'`,
    ...(until === undefined ? [] : [`WHEN ${column(until)} <> '' AND ${column(until)} COLLATE "C" < ${today} THEN 'vencida'`]),
    `WHEN NOT ${column(flag)} THEN 'oculta'`,
    ...(from === undefined ? [] : [`WHEN ${column(from)} COLLATE "C" > ${today} THEN 'programada'`]),
  ];
  return `CASE ${cases.join(' ')} ELSE 'publicada' END`;
}

const column = (name: string) => `t.${quoteIdentifier(name)}`;

/** Neither expired nor hidden, and ending within ENDING_DAYS. @param state publishingExpression */
function endingSoon(state: string, until: string): string {
  const end = `(SELECT (guatemala_day(now()) + ${ENDING_DAYS})::text)`;
  return `${column(until)} <> '' AND ${column(until)} COLLATE "C" < ${end} AND ${state} IN ('programada', 'publicada')`;
}

/** The parts by which a list shows, filters, searches and exports the state of its rows. */
export function publishingParts(window: PublishingWindow) {
  const expression = publishingExpression(window);
  const filter: Filter = optionFilter({
    name: PUBLISHING_PARAM,
    label: PUBLISHING_LABEL,
    all: `${PUBLISHING_LABEL}: todas`,
    options: PUBLISHING_STATES,
    where: (state) => [fragment`${trusted(expression)} = ${state}`],
  });
  const ending =
    window.until === undefined
      ? []
      : [
          optionFilter({
            name: ENDING_PARAM,
            label: 'Fin',
            all: 'Fin: cualquiera',
            place: 'more',
            options: [{ value: String(ENDING_DAYS), label: `En ${ENDING_DAYS} días` }],
            where: () => [trusted(endingSoon(expression, window.until ?? ''))],
          }),
        ];
  const typed: ComputedColumn = (q) => {
    const states = PUBLISHING_STATES.filter(({ label }) => matchesQuery(label, q)).map(({ value }) => value);
    return states.length > 0 ? fragment`${trusted(expression)} = ANY(${states}::text[])` : null;
  };
  const value = ({ [PUBLISHING_PARAM]: state }: Readonly<Record<string, unknown>>) =>
    typeof state === 'string' ? publishingLabel(state) : '';
  return {
    select: `${expression} AS ${quoteIdentifier(PUBLISHING_PARAM)}`,
    filters: [filter, ...ending],
    computed: [typed],
    column: { name: PUBLISHING_PARAM, label: PUBLISHING_LABEL, kind: 'text', width: 14, look: 'nowrap', value } as const,
  };
}
