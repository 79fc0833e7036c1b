import type { Fields } from '#server/ports/documents/document-store.ts';

/** Schedules of reports and a run. */
export const schedulesAt = (at: Date): Readonly<Record<string, Fields>> => ({
  'reportes_programados/mensual': {
    title: 'Cierre & balance',
    reportId: 'quotes',
    userId: 'uno',
    frequency: 'mensual',
    hora: '07:15',
    format: 'csv',
    estado: false,
    createdAt: at,
    updatedAt: at,
  },
  'reportes_programados/cron': {
    title: 'Cada cuarto de hora',
    reportId: 'customers',
    userId: 'uno',
    frequency: 'cron',
    cron: '*/15 * * * 1-5',
    createdAt: at,
  },
  'reportes_ejecuciones/lista': {
    scheduleId: 'cron',
    reportId: 'customers',
    userId: 'uno',
    status: 'lista',
    rows: 10_341,
    bytes: 1_310_720,
    dueAt: at,
    asOf: new Date('2026-06-01T05:59:00Z'),
    notSentTo: ['dos'],
  },
  'reportes_ejecuciones/una': {
    scheduleId: 'mensual',
    reportId: 'quotes',
    userId: 'uno',
    status: 'fallida',
    error: 'Su cuenta está desactivada.',
    dueAt: at,
    finishedAt: at,
  },
});
