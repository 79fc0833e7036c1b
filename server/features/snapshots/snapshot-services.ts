import type { Config } from '../../config.ts';
import type { Reports } from '../../reporting/create-reports.ts';
import type { Services } from '../../services.ts';

/** What schedules and runs are made from. */
export type SnapshotServices = Pick<
  Services,
  'documents' | 'liveSettings' | 'log' | 'mail' | 'queues' | 'readModel' | 'snapshotFiles' | 'sql'
> & {
  reports: Reports;
  config: { web: Pick<Config['web'], 'publicUrl'> };
};
