import type { Fields } from '#server/documents/document-store.ts';
import type { DemoPerson, SeedDocument } from './demo-data.ts';

const HOUR_MS = 3_600_000;

/** Two schedules of the administrator, one of them paused after it failed. Their runs are made when they are due. */
export function makeReportSchedules({
  owner,
  recipients,
  today,
}: {
  owner: DemoPerson;
  recipients: readonly DemoPerson[];
  today: Date;
}): SeedDocument[] {
  const common = { userId: owner.id, cron: '', format: 'ambos', delivery: 'enlace', everyDueTime: false, retentionRuns: 12, estado: true };
  const failed = {
    scheduleId: 'programado-02',
    reportId: 'uploads-by-user',
    params: { from: '2026-10-01', to: '2026-10-31' },
    userId: owner.id,
  };
  const none = { startedAt: null, asOf: null, progress: 0, rows: 0, bytes: 0, dataSha256: '', fileSha256: '', url: '', notSentTo: [] };
  const ago = (hours: number) => new Date(today.getTime() - hours * HOUR_MS);
  return [
    document(
      'reportes_programados/programado-01',
      {
        ...{
          ...common,
          reportId: 'downloads-by-user',
          title: 'Descargas del mes anterior, por persona',
          params: { relative: 'mes_anterior' },
        },
        ...{ frequency: 'mensual', hora: '07:00', recipients: recipients.map(({ id }) => id) },
      },
      today,
    ),
    document(
      'reportes_programados/programado-02',
      {
        ...{ ...common, reportId: 'uploads-by-user', title: 'Cargas de la semana', params: { relative: 'semana_anterior' }, estado: false },
        ...{ frequency: 'cron', cron: '30 7 * * 1-5', hora: '', recipients: [] },
      },
      today,
    ),
    document(
      'reportes_ejecuciones/ejecucion-01',
      {
        ...{ ...failed, ...none, dueAt: ago(26), finishedAt: ago(25), status: 'fallida' },
        error: 'Su dueño está desactivado o ya no existe.',
      },
      ago(26),
    ),
    document(
      'reportes_ejecuciones/ejecucion-02',
      {
        ...{ ...failed, ...none, dueAt: ago(50), finishedAt: ago(49), status: 'vencida' },
        error: 'El portal no trabajaba a esa hora. Se ejecutó una posterior.',
      },
      ago(50),
    ),
  ];
}

function document(path: string, data: Fields, at: Date): SeedDocument {
  return { path, data: { ...data, isActive: true, createdAt: at, updatedAt: at }, at };
}
