import type { Staff } from '../domain/permissions.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Services } from '../services.ts';

declare module '../services.ts' {
  interface Registries {
    /** All parts of Inicio below the inbox, in default order. */
    tiles: readonly Tile[];
  }
}

/** How the screen draws a tile's lines. `screens` has none: it shows the menu in sentences. */
type TileLook = 'bars' | 'changes' | 'files' | 'lines' | 'screens' | 'state' | 'trends';

/** The person and time a tile is computed for. */
export interface TileQuestion {
  actor: Staff;
  now: Date;
  /** The day in Guatemala. */
  today: string;
}

/** A row of a tile's result; each tile uses the columns it needs (`tileRows`). */
export interface TileRow {
  key: string;
  name: string;
  detail: string;
  value: number;
  /** The value of the period before. */
  before: number;
  at: Date | null;
}

/** A figure, linked to the screen that shows exactly what it counts; JSON for the browser. */
export interface TileLine {
  key: string;
  label: string;
  /** Shown below the label. */
  detail?: string;
  /** Formatted: `12`, `10 000+`, `1.25 MB`. */
  figure: string;
  /** Length of its bar, relative to the other lines. */
  count: number;
  href: string;
  /** Formatted time. */
  at?: string;
  change?: { direction: 'down' | 'same' | 'up'; text: string };
  /** Small bars, one per day, today last. */
  days?: readonly number[];
}

/** A part of Inicio as data. The person's permissions decide whether they see it, never the name of a role. */
export interface Tile {
  id: string;
  title: string;
  look: TileLook;
  /** Shown when there are no lines. */
  empty: string;
  /** null when it is not for this person: neither shown nor queried. */
  prepare(question: TileQuestion): PreparedTile | null;
}

/** A tile for one person at one moment. */
export interface PreparedTile {
  /** SELECTs of `tileRows`, which are combined with those of all tiles into one statement. */
  selects: readonly SqlFragment[];
  /** Rows that no table holds. */
  others?: (services: Services) => Promise<readonly TileRow[]>;
  /** Shown beside the title: `octubre contra septiembre`. */
  note?: string;
  /** Link to everything. */
  more?: { label: string; href: string };
  /** @param rows unordered */
  show(rows: readonly TileRow[]): TileLine[];
}

interface RowColumns {
  key: SqlFragment;
  name?: SqlFragment;
  detail?: SqlFragment;
  value: SqlFragment;
  before?: SqlFragment;
  at?: SqlFragment;
  /** FROM and everything after it. */
  from: SqlFragment;
}

const NO_TEXT = trusted(`''`);

/** A SELECT with the columns common to all tiles. */
export function tileRows({
  key,
  name = NO_TEXT,
  detail = NO_TEXT,
  value,
  before = trusted('0'),
  at = trusted('NULL'),
  from,
}: RowColumns): SqlFragment {
  return fragment`SELECT (${key})::text AS key, (${name})::text AS name, (${detail})::text AS detail, (${value})::bigint AS value,
    (${before})::bigint AS before, (${at})::timestamptz AS at FROM ${from}`;
}
