import type { Services } from '../../services.ts';
import type { ExportAddress } from './export-address.ts';

/** What large exports are made from. */
export type ExportServices = Pick<Services, 'documents' | 'exportFiles' | 'liveSettings' | 'log' | 'queues' | 'sql'> & {
  addresses: readonly ExportAddress[];
};
