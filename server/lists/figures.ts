import { formatTotal } from '../domain/text.ts';
import { canOpen } from '../domain/permissions.ts';
import type { MenuId } from '../domain/menu.ts';
import { rowsBehind, type LinkedList } from './list.ts';
import { fragment, identifier, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { COUNT_CAP } from '../read-model/pages/page-query.ts';
import { tileRows, type Tile, type TileLine, type TileQuestion, type TileRow } from './tile.ts';
import type { Services } from '../services.ts';

/** A number in a tile of figures. */
export interface Figure {
  key: string;
  /** null when it is not for this person. */
  queryFor(question: TileQuestion): FigureQuery | null;
}

interface FigureQuery {
  label: string;
  href: string;
  /** A query for one row with the figure's key (`tileRows`). */
  select?: SqlFragment;
  /** For numbers that no table holds. */
  count?: (services: Services) => Promise<number>;
  /** Formats the number; default: as a count. '' shows no number. */
  figureOf?: (value: number) => string;
}

interface FigureTile extends Pick<Tile, 'empty' | 'id' | 'title'> {
  look: 'bars' | 'lines' | 'state';
  /** The menu that the tile requires. */
  menu?: MenuId;
  figures: readonly Figure[];
  more?: { label: string; href: string };
}

/**
 * A tile with a few numbers, each linking to its screen. Zeros are left out, except that bars keep them as long as any number is
 * not zero.
 */
export function figureTile({ figures, menu, more, ...tile }: FigureTile): Tile {
  return {
    ...tile,
    prepare(question) {
      if (menu !== undefined && !canOpen(question.actor, menu)) return null;
      const queries = figures.flatMap((figure) => {
        const found = figure.queryFor(question);
        return found ? [{ key: figure.key, ...found }] : [];
      });
      if (queries.length === 0) return null;
      return {
        selects: queries.flatMap(({ select }) => select ?? []),
        others: async (services) =>
          Promise.all(queries.flatMap(({ key, count }) => (count ? [count(services).then((value) => rowOf(key, value))] : []))),
        ...(more && { more }),
        show: (rows) => linesOf(queries, rows, tile.look === 'bars'),
      };
    },
  };
}

function linesOf(asked: readonly ({ key: string } & FigureQuery)[], rows: readonly TileRow[], keepsZeros: boolean): TileLine[] {
  const lines = asked.map(({ key, label, href, figureOf = countText }) => {
    const { value = 0, detail = '' } = rows.find((row) => row.key === key) ?? {};
    return { key, label, href, count: value, figure: figureOf(value), ...(detail !== '' && { detail }) };
  });
  const nonZero = lines.filter(({ count }) => count !== 0);
  return keepsZeros && nonZero.length > 0 ? lines : nonZero;
}

const rowOf = (key: string, value: number): TileRow => ({ key, value, name: '', detail: '', before: 0, at: null });

/** Formatted like totals of lists: counted up to the cap. */
export function countText(value: number): string {
  return formatTotal(Math.min(value, COUNT_CAP), value > COUNT_CAP);
}

interface ListFigure {
  key: string;
  label: string;
  list: LinkedList;
  /** Filters of the list; null when none of its rows concern the person. */
  params: (question: TileQuestion) => Readonly<Record<string, string>> | null;
  /** SQL over `t` for the text and order of rows: the first three are named below the label. */
  named?: { text: string; order: string };
}

const NAMED_ROWS = 3;

/** The number of rows that a list has with these filters, linked to the list, which shows the same count. */
export function listFigure({ key, label, list, params, named }: ListFigure): Figure {
  return {
    key,
    queryFor(question) {
      const filters = canOpen(question.actor, list.menu) ? params(question) : null;
      if (!filters) return null;
      const { href, where } = rowsBehind(list, question.actor, filters);
      const table = identifier(list.source.table);
      const cap = trusted(String(COUNT_CAP + 1));
      const rows = named
        ? fragment`SELECT ${trusted(named.text)} AS title, row_number() OVER (ORDER BY ${trusted(named.order)}, t.id) AS place FROM ${table} t WHERE ${where} LIMIT ${cap}`
        : fragment`SELECT 1 FROM ${table} t WHERE ${where} LIMIT ${cap}`;
      const select = tileRows({
        key: fragment`${key}::text`,
        value: trusted('count(*)'),
        from: fragment`(${rows}) AS hits`,
        ...(named && {
          detail: trusted(`coalesce(string_agg(hits.title, ' · ' ORDER BY hits.place) FILTER (WHERE hits.place <= ${NAMED_ROWS}), '')`),
        }),
      });
      return { label, href, select };
    },
  };
}
