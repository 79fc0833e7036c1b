import type { Staff } from '../domain/permissions.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Services } from '../services.ts';

declare module '../services.ts' {
  interface Registries {
    /** Every part of Inicio under the inbox, in its usual order. */
    tiles: readonly Tile[];
  }
}

/** How the screen draws the lines of a tile. `screens` has none: it is the menu in sentences. */
type TileLook = 'bars' | 'changes' | 'files' | 'lines' | 'screens' | 'state' | 'trends';

/** Who asks, and when. */
export interface TileQuestion {
  actor: Staff;
  now: Date;
  /** The day in Guatemala. */
  today: string;
}

/** What a tile found; each uses the columns that it needs (`tileRows`). */
export interface TileRow {
  key: string;
  name: string;
  detail: string;
  value: number;
  /** The same in the time before. */
  before: number;
  at: Date | null;
}

/** A figure, and the screen that holds exactly what it counts; JSON for the browser. */
export interface TileLine {
  key: string;
  label: string;
  /** Under the label. */
  detail?: string;
  /** As people read it: `12`, `10 000+`, `1.25 MB`. */
  figure: string;
  /** How long its bar is, against those of the other lines. */
  count: number;
  href: string;
  /** When, as people read it. */
  at?: string;
  change?: { direction: 'down' | 'same' | 'up'; text: string };
  /** Small bars, the last one today. */
  days?: readonly number[];
}

/** A part of Inicio as data. Who may see it is decided by what the person may open, never by the name of a role. */
export interface Tile {
  id: string;
  title: string;
  look: TileLook;
  /** Said instead of lines when there are none. */
  empty: string;
  /** null: nothing of it is for this person, who gets neither the tile nor its query. */
  ask(question: TileQuestion): AskedTile | null;
}

/** A tile as it is for one person at one moment. */
export interface AskedTile {
  /** SELECTs of `tileRows`; together with those of all other tiles they are one statement. */
  selects: readonly SqlFragment[];
  /** What no table holds. */
  others?: (services: Services) => Promise<readonly TileRow[]>;
  /** Beside the title: `octubre contra septiembre`. */
  note?: string;
  /** To all of it. */
  more?: { label: string; href: string };
  /** @param rows in no order */
  show(rows: readonly TileRow[]): TileLine[];
}

interface RowColumns {
  key: SqlFragment;
  name?: SqlFragment;
  detail?: SqlFragment;
  value: SqlFragment;
  before?: SqlFragment;
  at?: SqlFragment;
  /** FROM and what follows it. */
  from: SqlFragment;
}

const NO_TEXT = trusted(`''`);

/** A SELECT whose columns fit those of every other tile. */
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
