import type { ReadModel } from '../read-model/read-model.ts';

/** A read model that is never behind, for what reads rows that were put there by SQL. */
export const CURRENT_READ_MODEL: Pick<ReadModel, 'freshness' | 'projectNow'> = {
  projectNow: async () => undefined,
  freshness: async () => ({ asOf: new Date(), lagSeconds: 0, delayed: false }),
};
