import type { Services } from '../services.ts';

/** What the REST backend works with: no session, no screens. */
export type ApiServices = Pick<
  Services,
  'config' | 'documents' | 'files' | 'identity' | 'inspection' | 'liveSettings' | 'log' | 'readModel' | 'sql'
>;
