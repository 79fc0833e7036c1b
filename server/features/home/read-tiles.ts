import { AppError } from '../../domain/errors.ts';
import { dayOf } from '../../domain/dates.ts';
import { arrange, DEFAULT_ARRANGEMENT } from '../../domain/home-arrangement.ts';
import type { Staff } from '../../domain/permissions.ts';
import { fragment, joinFragments } from '../../platform/sql/sql-fragment.ts';
import { databaseOutage } from '../../platform/sql/database-outage.ts';
import { isTooSlow, readForScreen } from '../../read-model/pages/screen-query.ts';
import type { PreparedTile, Tile, TileLine, TileQuestion, TileRow } from '../../lists/tile.ts';
import type { Services } from '../../services.ts';

/** A tile as the screen draws it; JSON. */
export interface ShownTile extends Pick<Tile, 'empty' | 'id' | 'look' | 'title'>, Pick<PreparedTile, 'more' | 'note'> {
  lines: TileLine[];
  /** Its query took too long or failed, so its figures are unknown. */
  isLate?: true;
}

/** Inicio is the first screen of the day: it is shown without figures rather than late. Normally they take a few milliseconds. */
const LATE_AFTER_MS = 3_000;

/** A tile that a person has, shown or hidden. */
export interface OwnTile extends Pick<Tile, 'id' | 'title'> {
  isHidden: boolean;
}

interface TileWithContent {
  tile: Tile;
  asked: PreparedTile;
}

/**
 * The person's tiles in their arrangement; hidden ones are not queried. All queries form one statement with a timeout: when it
 * is exceeded, the tiles with queries are marked late and the page is still shown; where one query fails, only its tile is.
 */
export async function readTiles(
  services: Services,
  { actor, now = new Date(), lateAfterMs = LATE_AFTER_MS }: { actor: Staff; now?: Date; lateAfterMs?: number },
): Promise<ShownTile[]> {
  const hidden = (actor.home ?? DEFAULT_ARRANGEMENT).hidden;
  const all = tilesOf(services.registries.tiles, { actor, now, today: dayOf(now) }).filter(({ tile }) => !hidden.includes(tile.id));
  const [found, others] = await Promise.all([
    readRows(services, all, lateAfterMs),
    Promise.all(all.map(async ({ asked }) => (await asked.others?.(services)) ?? [])),
  ]);
  return all.map(({ tile: { id, title, look, empty }, asked }, place) => {
    const { note, more } = asked;
    const header = { id, title, look, empty, ...(note && { note }), ...(more && { more }) };
    const rows = found.get(id);
    if (!rows) return { ...header, lines: [], isLate: true };
    return { ...header, lines: asked.show([...rows, ...(others[place] ?? [])]) };
  });
}

/** The tiles that a person has, in their arrangement. */
export function listTiles({ registries: { tiles } }: Services, { actor, now = new Date() }: { actor: Staff; now?: Date }): OwnTile[] {
  const { hidden } = actor.home ?? DEFAULT_ARRANGEMENT;
  return tilesOf(tiles, { actor, now, today: dayOf(now) }).map(({ tile: { id, title } }) => ({ id, title, isHidden: hidden.includes(id) }));
}

function tilesOf(tiles: readonly Tile[], question: TileQuestion): TileWithContent[] {
  const ids = arrange(
    tiles.map(({ id }) => id),
    question.actor.home ?? DEFAULT_ARRANGEMENT,
  );
  return ids.flatMap((id) => {
    const tile = tiles.find((one) => one.id === id);
    const asked = tile?.prepare(question);
    return tile && asked ? [{ tile, asked }] : [];
  });
}

interface FoundRow extends Omit<TileRow, 'before' | 'value'> {
  tile: string;
  value: bigint;
  before: bigint;
}

type RowsByTile = Map<string, TileRow[]>;

/** The rows of each tile; none for one whose query took too long or failed. */
async function readRows(
  { sql, log }: Pick<Services, 'log' | 'sql'>,
  all: readonly TileWithContent[],
  timeoutMs: number,
): Promise<RowsByTile> {
  const end = Date.now() + timeoutMs;
  try {
    return await readTogether(sql, all, timeoutMs);
  } catch (error) {
    if (isTooSlow(error)) {
      log.warn({ err: error, tiles: all.map(({ tile }) => tile.id) }, 'the figures of Inicio took too long');
      return withoutRows(all.filter(({ asked }) => asked.selects.length === 0));
    }
    if (error instanceof AppError || databaseOutage(error)) throw error;
  }
  // A value that another program stored can make one query fail, and with it the statement of all.
  const rows: RowsByTile = new Map();
  for (const one of all) {
    const { id } = one.tile;
    const own = await readTogether(sql, [one], Math.max(1, end - Date.now())).catch((error: unknown) => {
      log.error({ err: error, tile: id }, 'the figures of a tile of Inicio failed');
      return null;
    });
    if (own) rows.set(id, own.get(id) ?? []);
  }
  return rows;
}

const withoutRows = (all: readonly TileWithContent[]): RowsByTile => new Map(all.map(({ tile }) => [tile.id, []]));

async function readTogether(sql: Services['sql'], all: readonly TileWithContent[], timeoutMs: number): Promise<RowsByTile> {
  const byTile = withoutRows(all);
  const selects = all.flatMap(({ tile, asked }) =>
    asked.selects.map((select) => fragment`SELECT ${tile.id}::text AS tile, found.* FROM (${select}) AS found`),
  );
  if (selects.length === 0) return byTile;
  const rows = await readForScreen(sql, (read) => read<FoundRow>(joinFragments(selects, ' UNION ALL ')), { timeoutMs });
  for (const { tile, ...row } of rows) byTile.get(tile)?.push({ ...row, value: Number(row.value), before: Number(row.before) });
  return byTile;
}
