import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { IMMEDIATE_EXPORT_ROWS } from '#server/domain/large-exports.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { IS_LONG } from '#server/testing/run-seed.ts';
import type { PortalClient, Visitor } from '../http/portal-client.ts';

/** Enough rows that a worker writes the export. */
const ROWS = IS_LONG ? 302_000 : IMMEDIATE_EXPORT_ROWS + 2_000;
const LIST = '/locations/list-agencies';
/** How often somebody who waits checks for it. */
const LOOK_EVERY_MS = 100;
const PAGE = { headers: { Accept: 'text/html' } };

/**
 * The export of a long list. Its rows are inserted by SQL: the emulator would take minutes for as many documents, and an export reads no
 * documents.
 */
export function describeLargeExport({ portal, admin, sql }: { portal: PortalClient; admin: () => Visitor; sql: () => Sql }): void {
  describe(`an export of ${ROWS} rows`, () => {
    it('redirects to its page, and becomes a complete file while lists keep answering', { timeout: 240_000 }, async () => {
      await sql().query(
        `INSERT INTO agencias (id, nombre, tipo, "createdAt", source_version, search_text)
         SELECT 'grande' || i, 'Agencia ' || i, 'agencia', timestamptz '2020-01-01' + i * interval '1 minute', 1, 'agencia' FROM generate_series(1, $1) i`,
        [ROWS],
      );
      await sql().query('ANALYZE agencias');
      const started = await portal.ask(admin(), `${LIST}/export?format=csv`, PAGE);
      expect(started.status).toBe(303);
      const location = started.headers.get('location') ?? '';
      expect(location).toMatch(/^\/exports\/[A-Za-z0-9]{20}$/);
      const again = await portal.ask(admin(), `${LIST}/export?format=csv`);
      expect([again.status, again.headers.get('location')]).toEqual([202, location]);

      let listsMeanwhile = 0;
      for (;;) {
        const list = await portal.ask(admin(), `${LIST}?q=central`, PAGE);
        await list.text();
        expect(list.status).toBe(200);
        const { state } = (await (await portal.ask(admin(), `${location}/progress`)).json()) as { state: string };
        if (state === 'ready') break;
        expect(['waiting', 'working']).toContain(state);
        listsMeanwhile += 1;
        await pause(LOOK_EVERY_MS);
      }
      expect(listsMeanwhile).toBeGreaterThan(0);

      const file = await portal.ask(admin(), `${location}/download`);
      expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/filename="agencias-.*\.csv"/)]);
      const lines = (await file.text()).match(/^Agencia \d+,/gm) ?? [];
      expect(new Set(lines).size).toBe(ROWS);
    });
  });
}
