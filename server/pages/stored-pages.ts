import { selectColumns, type SelectedRow } from '../platform/sql/sql-columns.ts';
import type { DrawnDocument } from '#prisma/generated/client.ts';
import { deleteByPrefix, type FileStore } from '../ports/files/file-store.ts';
import type { Log } from '../platform/log/log.ts';
import { RecentMap } from '../platform/recent-map.ts';
import type { Sql } from '../platform/sql/sql.ts';

/** Part of every key: a new format no longer finds pages and descriptions in an earlier one. */
export const RENDITION_FORMAT = 'paginas2';

/** Common prefix of all keys of a content. */
export function renditionPrefix(identity: string): string {
  return `${RENDITION_FORMAT}-${identity}-`;
}

/** Limit for all kept pages; beyond it nothing is kept until the hourly job has made room (docs/decisions/059-bounds-of-one-person.md). */
const STORED_PAGES_BYTES = 10 * 1024 ** 3;
/** The job frees space down to this fraction. */
const AFTER_TIDYING = 0.8;
/** Pages unused for this long are removed and rendered again on demand. */
const UNUSED_DAYS = 30;
const HOUR_MS = 3_600_000;
const USED_NOTED_MS = HOUR_MS;
const TOTAL_KNOWN_MS = 60_000;
const NOTED_MAX = 5_000;
/** Earlier versions kept pages beside the files. */
const EARLIER_PREFIX = 'paginas1-';

const COLUMNS = selectColumns<DrawnDocument>()('identity', 'bytes', 'used_at');

/** Size and last use of the rendered pages of each content. These rows may be lost: the store is authoritative. */
export interface StoredPages {
  /** Whether the limit is reached; cached for a minute. */
  isFull(): Promise<boolean>;
  /** Called before `bytes` are stored. */
  add(identity: string, bytes: number): Promise<void>;
  /** Records that somebody opened it. Never throws. */
  noteUse(identity: string): void;
  forget(identity: string): Promise<void>;
  /** Removes pages unused for a month, the oldest ones beyond the limit, and those without a row. @returns how many contents */
  tidy(options?: { now?: Date; signal?: AbortSignal }): Promise<number>;
}

export interface StoredPagesOptions {
  drawn: FileStore;
  /** Where earlier versions kept pages. */
  files: FileStore;
  sql: Pick<Sql, 'query'>;
  log: Log;
  maxBytes?: number;
}

export function createStoredPages({ drawn, files, sql, log, maxBytes = STORED_PAGES_BYTES }: StoredPagesOptions): StoredPages {
  const noted = new RecentMap<number>(NOTED_MAX);
  let total = { bytes: 0, until: 0 };

  async function add(identity: string, bytes: number): Promise<void> {
    total.bytes += bytes;
    noted.set(identity, Date.now() + USED_NOTED_MS);
    await sql.query(
      `INSERT INTO drawn_documents AS d (identity, bytes) VALUES ($1, $2)
       ON CONFLICT (identity) DO UPDATE SET bytes = d.bytes + excluded.bytes, used_at = now()`,
      [identity, bytes],
    );
  }

  async function remove(identity: string): Promise<void> {
    await deleteByPrefix(drawn, renditionPrefix(identity));
    await sql.query('DELETE FROM drawn_documents WHERE identity = $1', [identity]);
  }

  return {
    async isFull() {
      if (total.until < Date.now()) {
        const { rows } = await sql.query<{ bytes: number }>('SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM drawn_documents');
        total = { bytes: rows[0]?.bytes ?? 0, until: Date.now() + TOTAL_KNOWN_MS };
      }
      return total.bytes >= maxBytes;
    },
    add,
    noteUse(identity) {
      if ((noted.get(identity) ?? 0) > Date.now()) return;
      add(identity, 0).catch((error: unknown) => log.warn({ err: error }, 'use of drawn pages not noted'));
    },
    async forget(identity) {
      noted.delete(identity);
      await sql.query('DELETE FROM drawn_documents WHERE identity = $1', [identity]);
    },
    async tidy({ now = new Date(), signal } = {}) {
      await deleteByPrefix(files, EARLIER_PREFIX);
      const stored = await measureStored(drawn);
      const { rows } = await sql.query<SelectedRow<typeof COLUMNS>>(`SELECT ${COLUMNS.sql()} FROM drawn_documents ORDER BY used_at`);
      const named = new Set(rows.map(({ identity }) => identity));
      const hourAgo = new Date(now.getTime() - HOUR_MS);
      const unused = new Date(now.getTime() - UNUSED_DAYS * 24 * HOUR_MS);
      let bytes = [...stored.values()].reduce((sum, found) => sum + found.bytes, 0);
      const room = bytes > maxBytes ? maxBytes * AFTER_TIDYING : maxBytes;
      // A recently stored content may get its row any moment.
      const strays = [...stored].filter(([identity, { newest }]) => !named.has(identity) && newest < hourAgo).map(([identity]) => identity);
      let removed = 0;
      const removeContent = async (identity: string) => {
        signal?.throwIfAborted();
        await remove(identity);
        bytes -= stored.get(identity)?.bytes ?? 0;
        removed += 1;
      };
      for (const identity of strays) await removeContent(identity);
      for (const { identity, used_at, bytes: noted } of rows) {
        const found = stored.get(identity)?.bytes ?? 0;
        if (used_at < unused || bytes > room || (found === 0 && used_at < hourAgo)) await removeContent(identity);
        else if (Number(noted) !== found && used_at < hourAgo)
          await sql.query('UPDATE drawn_documents SET bytes = $2 WHERE identity = $1 AND used_at = $3', [identity, found, used_at]);
      }
      return removed;
    },
  };
}

/** What the store holds, by identity. */
async function measureStored(drawn: FileStore): Promise<Map<string, { bytes: number; newest: Date }>> {
  const stored = new Map<string, { bytes: number; newest: Date }>();
  for await (const { key, bytes, modifiedAt } of drawn.list(`${RENDITION_FORMAT}-`)) {
    const identity = key.split('-').slice(1, 3).join('-');
    const found = stored.get(identity) ?? { bytes: 0, newest: modifiedAt };
    stored.set(identity, { bytes: found.bytes + bytes, newest: found.newest > modifiedAt ? found.newest : modifiedAt });
  }
  return stored;
}
