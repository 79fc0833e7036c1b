import type { DatabaseName } from '../ports/documents/document-store.ts';

/** How fresh the read model is, shown on every list and report ("Datos al 19/11/2026 22:30:04"). */
export interface Freshness {
  /** Everything written up to this time is in the tables; null before they were first filled. */
  asOf: Date | null;
  /** Seconds behind; 0 when nothing waits. */
  lagSeconds: number;
  /** The delay is unusual and the screen must say so. */
  delayed: boolean;
}

/** Target of a pager link: `?cursor=` if there is one, else `?page=`. */
export interface PageLink {
  page: number;
  cursor: string | null;
}

/** A row as JSON for the browser: times as ISO text, big integers as numbers. */
export type Listed<Row> = { [Field in keyof Row]: JsonValue<Row[Field]> };
type JsonValue<Value> = Value extends Date ? string : Value extends bigint ? number : Value;

export interface Page<Row> {
  rows: Row[];
  page: number;
  pageSize: number;
  /** Exact up to the cap. */
  total: number;
  /** There are more than `total`, shown as "10 000+". */
  totalIsCapped: boolean;
  /** The last numbered page; beyond a capped total `next` still leads on. */
  lastPage: number;
  previous: PageLink | null;
  next: PageLink | null;
}

export interface ReadModel {
  /** Projects documents just written, so that the next page shows them. Never throws: a failure is logged, and the sync catches up. */
  projectNow(database: DatabaseName, paths: readonly string[]): Promise<void>;
  freshness(): Promise<Freshness>;
}
