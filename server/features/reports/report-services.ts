import type { Services } from '../../services.ts';

/** What the verbs of this room need. */
export type ReportServices = Pick<Services, 'liveSettings' | 'readModel' | 'sql'>;
