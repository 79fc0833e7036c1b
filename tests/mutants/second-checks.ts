/**
 * Guards that another one stands behind, by id: taking out one of the two lets nobody further, so no test can notice it. Each says
 * which other one that is.
 */
export const SECOND_CHECKS: Readonly<Record<string, string>> = {
  'server/records/act.ts writeChange: ifVersion: version': 'what is decided is read in the same transaction, which locks it',
};
