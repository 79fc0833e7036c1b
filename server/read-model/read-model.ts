import type { DatabaseName } from '../ports/documents/document-store.ts';

/** How fresh the read model is, shown on every list and report ("Datos al 19/11/2026 22:30:04"). */
export interface Freshness {
  /** Everything written up to this time is in the tables; null before the first time that they were filled. */
  asOf: Date | null;
  /** Seconds behind; 0 when nothing waits. */
  lagSeconds: number;
  /** True when the delay is unusual and the screen must say so. */
  delayed: boolean;
}

/** Where a pager link leads: `?cursor=` when there is one, else `?page=`. */
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
  /** True: there are more than `total`, shown as "10 000+". */
  totalIsCapped: boolean;
  /** The last page that has a number; beyond a capped total one goes on by `next`. */
  lastPage: number;
  previous: PageLink | null;
  next: PageLink | null;
}

export interface ReadModel {
  /**
   * Projects documents just written, so that the next page shows them. Never throws: the sync way catches up when this
   * fails (the failure is logged).
   */
  projectNow(database: DatabaseName, paths: readonly string[]): Promise<void>;
  freshness(): Promise<Freshness>;
}
