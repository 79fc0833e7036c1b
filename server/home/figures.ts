import { formatTotal } from '../domain/text.ts';
import { canOpen } from '../domain/permissions.ts';
import type { MenuId } from '../domain/menu.ts';
import { rowsBehind, type LinkedList } from '../lists/list.ts';
import { fragment, identifier, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { COUNT_CAP } from '../read-model/pages/page-query.ts';
import { tileRows, type Tile, type TileLine, type TileQuestion, type TileRow } from './tile.ts';
import type { Services } from '../services.ts';

/** One number of a tile of figures. */
export interface Figure {
  key: string;
  /** null: not for this person. */
  ask(question: TileQuestion): AskedFigure | null;
}

interface AskedFigure {
  label: string;
  href: string;
  /** A row under the figure's key (`tileRows`). */
  select?: SqlFragment;
  /** Where no table holds it. */
  count?: (services: Services) => Promise<number>;
  /** How it is read; as a count unless said. '' shows no number. */
  figureOf?: (value: number) => string;
}

interface FigureTile extends Pick<Tile, 'empty' | 'id' | 'title'> {
  look: 'bars' | 'lines' | 'state';
  /** Only for who may open this. */
  menu?: MenuId;
  figures: readonly Figure[];
  more?: { label: string; href: string };
}

/**
 * A tile of a few numbers, each with its own screen. Bars keep those that are none, as long as one is not; otherwise what is
 * none is left out.
 */
export function figureTile({ figures, menu, more, ...tile }: FigureTile): Tile {
  return {
    ...tile,
    ask(question) {
      if (menu !== undefined && !canOpen(question.actor, menu)) return null;
      const asked = figures.flatMap((figure) => {
        const found = figure.ask(question);
        return found ? [{ key: figure.key, ...found }] : [];
      });
      if (asked.length === 0) return null;
      return {
        selects: asked.flatMap(({ select }) => select ?? []),
        others: async (services) =>
          Promise.all(asked.flatMap(({ key, count }) => (count ? [count(services).then((value) => rowOf(key, value))] : []))),
        ...(more && { more }),
        show: (rows) => linesOf(asked, rows, tile.look === 'bars'),
      };
    },
  };
}

function linesOf(asked: readonly ({ key: string } & AskedFigure)[], rows: readonly TileRow[], keepsNone: boolean): TileLine[] {
  const lines = asked.map(({ key, label, href, figureOf = countText }) => {
    const { value = 0, detail = '' } = rows.find((row) => row.key === key) ?? {};
    return { key, label, href, count: value, figure: figureOf(value), ...(detail !== '' && { detail }) };
  });
  const some = lines.filter(({ count }) => count !== 0);
  return keepsNone && some.length > 0 ? lines : some;
}

const rowOf = (key: string, value: number): TileRow => ({ key, value, name: '', detail: '', before: 0, at: null });

/** As lists say their totals: counted up to the cap. */
export function countText(value: number): string {
  return formatTotal(Math.min(value, COUNT_CAP), value > COUNT_CAP);
}

interface ListFigure {
  key: string;
  label: string;
  list: LinkedList;
  /** Filters of the list; null when nothing of it is the person's. */
  params: (question: TileQuestion) => Readonly<Record<string, string>> | null;
  /** Which rows stand first, and what is said of each, as SQL text over `t`: the first three are named under the label. */
  named?: { text: string; order: string };
}

const NAMED = 3;

/** How many rows a list has with these filters, and the way to them: the list counts the same. */
export function listFigure({ key, label, list, params, named }: ListFigure): Figure {
  return {
    key,
    ask(question) {
      const given = canOpen(question.actor, list.menu) ? params(question) : null;
      if (!given) return null;
      const { href, where } = rowsBehind(list, question.actor, given);
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
          detail: trusted(`coalesce(string_agg(hits.title, ' · ' ORDER BY hits.place) FILTER (WHERE hits.place <= ${NAMED}), '')`),
        }),
      });
      return { label, href, select };
    },
  };
}
