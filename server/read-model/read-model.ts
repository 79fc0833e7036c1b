import type { DatabaseName } from '../documents/document-store.ts';

/** How fresh the read model is, shown on every list and report ("Datos al 19/11/2026 22:30:04"). */
export interface Freshness {
  /** Everything written up to this time is in the tables. */
  asOf: Date;
  /** Seconds behind; 0 when nothing waits. */
  lagSeconds: number;
  /** True when the delay is unusual and the screen must say so. */
  delayed: boolean;
}

export interface PageRequest {
  /** What the person typed; empty for all. */
  q: string;
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Column to sort by, one of the allowed ones; ties and default by createdAt, id. */
  sort: string;
  dir: 'asc' | 'desc';
}

export interface Page<Row> {
  rows: Row[];
  page: number;
  pageSize: number;
  /** Exact up to the cap. */
  total: number;
  /** True: there are more than `total`, shown as "10 000+". */
  totalIsCapped: boolean;
}

export interface ReadModel {
  /**
   * Projects documents just written, so that the next page shows them. Never throws: the sync way catches up when this
   * fails (the failure is logged).
   */
  projectNow(database: DatabaseName, paths: readonly string[]): Promise<void>;
  freshness(): Promise<Freshness>;
}
