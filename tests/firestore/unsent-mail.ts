import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sendRunMailJob } from '#server/features/snapshots/snapshot-jobs.ts';
import type { SmtpMood, SmtpServer } from '#server/features/snapshots/testing/smtp-server.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import type { Queues } from '#server/ports/queue/queue.ts';
import { IS_LONG } from '#server/testing/run-seed.ts';
import type { PortalClient, Visitor } from '../http/portal-client.ts';
import { runSchedule, WAIT, weekly } from './run-schedule.ts';

const ATTEMPTS = 6;
const SCHEDULE = 'cada-lunes';

interface Sending {
  state: string;
  attempts: number;
  /** Seconds until the next attempt. */
  wait: number;
}

/** Runs of a schedule that another program stored; the worker sends their e-mails. */
export function describeUnsentMail(portalOf: {
  portal: PortalClient;
  smtp: SmtpServer;
  admin: () => Visitor;
  sql: () => Sql;
  queues: () => Queues;
}): void {
  const { portal, smtp, admin, sql, queues } = portalOf;
  /** Requests a run on the schedule's page while the mail server behaves as `mood` says. @returns the ready run */
  async function runIn(mood: SmtpMood): Promise<string> {
    smtp.mood = mood;
    return runSchedule(portal, admin(), SCHEDULE);
  }

  async function sendingOf(runId: string): Promise<Sending | undefined> {
    const { rows } = await sql().query<Sending>(
      `SELECT state, attempts, extract(epoch FROM next_at - now())::float8 AS wait FROM snapshot_mails WHERE run_id = $1`,
      [runId],
    );
    return rows[0];
  }

  /** Wait before the attempt after this one; null when it was the last. */
  function waitAfter(runId: string, attempt: number): Promise<number | null> {
    return vi.waitFor(async () => {
      const { attempts = 0, state = '', wait = 0 } = (await sendingOf(runId)) ?? {};
      expect([attempts, state]).toEqual([attempt, expect.stringMatching(/^(waiting|failed)$/)]);
      if (state !== 'waiting') return null;
      // While the attempt is not settled, the stored time is that attempt's own.
      expect(wait).toBeGreaterThan(0);
      return wait;
    }, WAIT);
  }

  /** Simulates that the time until the next attempt has passed. */
  async function letTimePass(runId: string): Promise<void> {
    await sql().query('UPDATE snapshot_mails SET next_at = now() WHERE run_id = $1', [runId]);
    await queues().enqueue(sendRunMailJob, { runId, userId: admin().id });
  }

  async function expectShownAsNotSent(runId: string): Promise<void> {
    const reason = `El servidor de correo no lo aceptó, en ${ATTEMPTS} intentos.`;
    await vi.waitFor(
      async () =>
        expect(await portal.stored(`reportes_ejecuciones/${runId}`)).toMatchObject({
          status: 'lista',
          notSentTo: [{ userId: admin().id, reason }],
        }),
      WAIT,
    );
    const page = await portal.ask(admin(), `/reports/runs/${runId}`, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain(reason);
    const file = await portal.ask(admin(), `/reports/runs/${runId}/download?format=csv`);
    expect([file.status, smtp.mails]).toEqual([200, []]);
    await file.text();
  }

  describe('the e-mail of a run', () => {
    beforeAll(() => portal.put(`reportes_programados/${SCHEDULE}`, weekly(admin(), { recipients: [admin().id] })));

    it(
      'is retried with growing delays when the server refuses it, and shown as not sent after six attempts',
      { timeout: 120_000 },
      async () => {
        const runId = await runIn('refuses');
        const waits: number[] = [];
        for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
          waits.push((await waitAfter(runId, attempt)) ?? 0);
          await letTimePass(runId);
        }
        expect(await waitAfter(runId, ATTEMPTS)).toBeNull();
        expect(waits[0]).toBeGreaterThan(20);
        for (const [place, wait] of waits.slice(1).entries()) expect(wait).toBeGreaterThan(2 * (waits[place] ?? 0));
        await expectShownAsNotSent(runId);
      },
    );

    // Only in long runs: it takes twice ten seconds, and the portal's reaction is the same.
    it.runIf(IS_LONG)(
      'is retried when the server does not answer, and shown as not sent after six attempts',
      { timeout: 120_000 },
      async () => {
        const runId = await runIn('hangs');
        expect(await waitAfter(runId, 1)).toBeGreaterThan(15);
        // Each attempt waits ten seconds for the server: those in between are counted as made.
        await sql().query('UPDATE snapshot_mails SET attempts = $2 WHERE run_id = $1', [runId, ATTEMPTS - 1]);
        await letTimePass(runId);
        expect(await waitAfter(runId, ATTEMPTS)).toBeNull();
        await expectShownAsNotSent(runId);
      },
    );
  });
}
