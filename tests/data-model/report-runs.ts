import type { CollectionNote } from './describe-collection.ts';

/** Scheduled reports and their runs. */
export const REPORT_RUNS: readonly CollectionNote[] = [
  {
    database: 'main',
    path: 'reportes_programados',
    table: 'reportes_programados',
    about: 'Schedules of reports. The queue is derived from them, never the reverse.',
    writers: ['portal'],
    how: 'Reportes › Reportes programados.',
    fields: {
      reportId: 'Id of the report; `vista` for a saved view',
      title: 'What its owner calls it',
      params: {
        type: 'map',
        means:
          'Parameters of the report by name, or `relative` for its days: hoy, ayer, semana_anterior, mes_anterior, anio_a_la_fecha, resolved at each due time; `vista`, the id of a saved view',
      },
      frequency: 'diaria, semanal (Mondays), mensual (day 1) or cron',
      cron: 'Five fields, in the time of Guatemala, of which the day of the month may be L (the last one), LW (the last one from Monday to Friday), or 29 to 31 with every month and weekday (the last one where a month lacks it); empty unless the frequency is cron',
      hora: 'HH:MM in Guatemala; empty for cron',
      userId: 'Id of the owner, whose rights and rows count',
      recipients: { type: 'list of text', means: 'Ids of the people who are sent each run; checked again each time' },
      format: 'xlsx, csv or ambos',
      delivery: 'enlace or adjunto',
      everyDueTime: 'Whether all missed times are run, not only the latest',
      retentionRuns: 'How many runs are kept',
      estado: 'false while it is paused',
    },
  },
  {
    database: 'main',
    path: 'reportes_ejecuciones',
    table: 'reportes_ejecuciones',
    about:
      'Runs of reports. The id of a due time is the schedule’s id and the time (`<id>-20261123T133000Z`), so each is made once. Runs beyond those that are kept lose their files and are deactivated.',
    writers: ['portal'],
    how: 'The worker writes them. Its files lie in the storage under `.reports`; the worker that holds a run (or a large export) is in `snapshot_work`, its e-mails in `snapshot_mails`, who opened it in `run_openings`.',
    fields: {
      scheduleId: 'Id of the schedule; empty for a run that somebody asked for from the report',
      reportId: 'Id of the report; `vista` for a saved view',
      params: {
        type: 'map',
        means: 'Parameters by name, days resolved; for a view also `nombre` and `direccion`, its name and address when the run began',
      },
      dueAt: 'When it was due, or asked for',
      startedAt: 'When the first worker began it; null before',
      finishedAt: 'When it was over; null before',
      asOf: 'Everything written up to then is in its data',
      status: 'pendiente, en_proceso, lista, fallida or vencida (missed)',
      progress: '0 to 100',
      rows: 'How many rows it has',
      dataSha256: 'Digest of the bytes of the CSV: head and rows in the order of the definition; equal for equal data',
      fileSha256: 'Digest of the workbook, or of the CSV where that is the only file',
      url: 'Address of the file in the portal; empty while there is none',
      bytes: 'Size of the file that `fileSha256` is of',
      userId: 'Id of the person whose rows they are',
      error: 'Why it failed or was missed, in Spanish',
      notSentTo: { type: 'list of maps', means: 'Who was sent nothing: {userId, reason}' },
      readers: {
        type: 'map',
        means:
          'Who may open it: digest, by id, of the rights that the person had when it was made. The owner, and recipients to whom the report gives the same rows',
      },
    },
  },
];
