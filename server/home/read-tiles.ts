import { dayOf } from '../domain/dates.ts';
import { arrange, DEFAULT_ARRANGEMENT } from '../domain/home-arrangement.ts';
import type { Staff } from '../domain/permissions.ts';
import { fragment, joinFragments } from '../platform/sql/sql-fragment.ts';
import { isTooSlow, readForScreen } from '../read-model/pages/screen-query.ts';
import type { PreparedTile, Tile, TileLine, TileQuestion, TileRow } from './tile.ts';
import type { Services } from '../services.ts';

/** A tile as the screen draws it; JSON. */
export interface ShownTile extends Pick<Tile, 'empty' | 'id' | 'look' | 'title'>, Pick<PreparedTile, 'more' | 'note'> {
  lines: TileLine[];
  /** Its query took too long, so its figures are unknown. */
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
 * is exceeded, the tiles with queries are marked late and the page is still shown.
 */
export async function readTiles(
  services: Services,
  { actor, now = new Date(), lateAfterMs = LATE_AFTER_MS }: { actor: Staff; now?: Date; lateAfterMs?: number },
): Promise<ShownTile[]> {
  const hidden = (actor.home ?? DEFAULT_ARRANGEMENT).hidden;
  const all = tilesOf(services.registries.tiles, { actor, now, today: dayOf(now) }).filter(({ tile }) => !hidden.includes(tile.id));
  const [rows, others] = await Promise.all([
    readRows(services, all, lateAfterMs),
    Promise.all(all.map(async ({ asked }) => (await asked.others?.(services)) ?? [])),
  ]);
  return all.map(({ tile: { id, title, look, empty }, asked }, place) => {
    const { note, more } = asked;
    const header = { id, title, look, empty, ...(note && { note }), ...(more && { more }) };
    if (rows === null && asked.selects.length > 0) return { ...header, lines: [], isLate: true };
    const found = [...(rows ?? []).filter(({ tile }) => tile === id), ...(others[place] ?? [])];
    return { ...header, lines: asked.show(found) };
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

/** null on timeout. */
async function readRows(
  { sql, log }: Pick<Services, 'log' | 'sql'>,
  all: readonly TileWithContent[],
  timeoutMs: number,
): Promise<(TileRow & { tile: string })[] | null> {
  const selects = all.flatMap(({ tile, asked }) =>
    asked.selects.map((select) => fragment`SELECT ${tile.id}::text AS tile, found.* FROM (${select}) AS found`),
  );
  if (selects.length === 0) return [];
  const reading = readForScreen(sql, (read) => read<FoundRow>(joinFragments(selects, ' UNION ALL ')), { timeoutMs });
  const rows = await reading.catch((error: unknown) => {
    if (!isTooSlow(error)) throw error;
    log.warn({ err: error, tiles: all.map(({ tile }) => tile.id) }, 'the figures of Inicio took too long');
    return null;
  });
  return rows && rows.map((row) => ({ ...row, value: Number(row.value), before: Number(row.before) }));
}
