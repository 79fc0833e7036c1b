import type { ReadModel } from '../read-model/read-model.ts';

/** A read model that is never stale, for verbs that read rows inserted by SQL. */
export const CURRENT_READ_MODEL: Pick<ReadModel, 'freshness' | 'projectNow'> = {
  projectNow: async () => undefined,
  freshness: async () => ({ asOf: new Date(), lagSeconds: 0, delayed: false }),
};
