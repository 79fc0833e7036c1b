import type { Services } from '../portal.ts';

/** What the verbs of this room need. */
export type ReportServices = Pick<Services, 'config' | 'readModel' | 'sql'>;
