import type { Portal } from '../portal.ts';

/** What the REST backend works with: no session, no screens. */
export type ApiServices = Pick<Portal, 'config' | 'documents' | 'files' | 'identity' | 'log' | 'readModel' | 'sql'>;
