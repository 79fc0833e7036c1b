import { expect, vi } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import type { PortalClient, Visitor } from '../http/portal-client.ts';

export const WAIT = { timeout: 60_000, interval: 50 };

/** A schedule for Mondays as another program stores it. */
export const weekly = (owner: Visitor, more: Fields): Fields => ({
  reportId: 'downloads-by-user',
  title: 'Descargas de cada lunes',
  params: { relative: 'mes_anterior' },
  frequency: 'semanal',
  cron: '',
  hora: '07:30',
  userId: owner.id,
  recipients: [],
  format: 'csv',
  delivery: 'enlace',
  everyDueTime: false,
  retentionRuns: 12,
  estado: true,
  isActive: true,
  createdAt: new Date(),
  ...more,
});

/** Presses «Ejecutar ahora» on a schedule's page. @returns the run once the worker has ended it with `status` */
export async function runSchedule(portal: PortalClient, by: Visitor, scheduleId: string, status = 'lista'): Promise<string> {
  const body = new URLSearchParams({ intent: 'run-now', formToken: crypto.randomUUID() });
  const init = { method: 'POST', body, headers: { Accept: 'text/html' } };
  const answer = await portal.ask(by, `/reports/schedules/${scheduleId}`, init);
  expect(answer.status).toBe(302);
  const runId = /\/reports\/runs\/([^?/]+)/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
  await vi.waitFor(async () => expect((await portal.stored(`reportes_ejecuciones/${runId}`))['status']).toBe(status), WAIT);
  return runId;
}
