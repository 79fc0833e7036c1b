import { recountRowTotals, verifyRowTotals } from './read-model/row-totals.ts';
import { rebuildRollUps, verifyRollUps } from './reports/roll-ups.ts';
import type { Sql } from './sql.ts';

/** Computed from tables instead of documents: checked and mended after them. */
export interface DerivedTables {
  /** Also the target of a run (server/settings). No table has such a name. */
  id: string;
  /** Sentences about what is wrong; empty when all is right. */
  verify(sql: Sql): Promise<string[]>;
  rebuild(sql: Sql): Promise<void>;
}

export const DERIVED_TABLES: readonly DerivedTables[] = [
  { id: 'row totals', verify: verifyRowTotals, rebuild: recountRowTotals },
  {
    id: 'report roll-ups',
    verify: async (sql) =>
      (await verifyRollUps(sql)).map((wrong) => `${wrong.table} ${wrong.key}: says ${wrong.stored}, counted ${wrong.expected}`),
    rebuild: rebuildRollUps,
  },
];
