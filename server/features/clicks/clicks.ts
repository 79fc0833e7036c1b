import type { DayRange } from '../../domain/dates.ts';
import type { Staff } from '../../domain/permissions.ts';

export interface AddClicksCall {
  actor: Staff;
  /** Clicks since the last flush, 1 to 1000. */
  count: number;
  /** Made by the browser once per flush (16 to 64 letters, digits, `-`, `_`): sent twice, it counts once. */
  flushId: string;
}

export interface ActivityRow {
  userId: string;
  name: string;
  agencyName: string;
  clicks: number;
  /** Days with at least one click. */
  days: number;
  /** ISO text. */
  lastActivityAt: string;
}

export interface ActivityReport {
  dates: DayRange;
  agencyId: string;
  /** Most clicks first, at most 1000 people. */
  rows: ActivityRow[];
  totals: { people: number; clicks: number };
}
