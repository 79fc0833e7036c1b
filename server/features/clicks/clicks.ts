import type { DayRange } from '../../domain/dates.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { ChartShape } from '../reports/report-chart.ts';
import type { RowBatches, Sheet } from '../../workbooks/sheet.ts';

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

/** Counted navigation (specification section 7, clicks): `portal.clicks`. */
export interface Clicks {
  /** The session is the actor's own. Errors: `invalid-input`, `too-many-requests`, `not-found`, `unavailable`. */
  addClicks(call: AddClicksCall): Promise<void>;
  /** "Actividad por usuario": `from`, `to` (YYYY-MM-DD), `agencyId`. Requires the menu `users`. */
  findActivity(call: { actor: Staff; params: URLSearchParams }): Promise<ActivityReport>;
  exportActivity(call: { actor: Staff; params: URLSearchParams }): Promise<{ sheet: Sheet; rows: (signal: AbortSignal) => RowBatches }>;
  /** SVG of those who click most, to be put into the page as it is; '' when nobody did. */
  drawActivity(report: ActivityReport, shape: ChartShape): Promise<string>;
}
