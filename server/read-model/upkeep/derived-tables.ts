import type { Sql } from '../../platform/sql/sql.ts';

/** Computed from tables instead of documents: checked and mended after them. */
export interface DerivedTables {
  /** Also the target of a run (features/operations). No table has such a name. */
  id: string;
  /** In Spanish, for screens. */
  title: string;
  /** Sentences in Spanish about what is wrong; empty when all is right. */
  verify(sql: Sql): Promise<string[]>;
  rebuild(sql: Sql): Promise<void>;
}
