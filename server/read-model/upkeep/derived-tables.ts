import type { Sql } from '../../platform/sql/sql.ts';

/** Tables computed from other tables instead of documents: verified and rebuilt after them. */
export interface DerivedTables {
  /** Also the target of a run (features/operations). Must not be the name of a table. */
  id: string;
  /** In Spanish, for screens. */
  title: string;
  /** Spanish sentences about errors; empty when all is right. */
  verify(sql: Sql): Promise<string[]>;
  rebuild(sql: Sql): Promise<void>;
}
