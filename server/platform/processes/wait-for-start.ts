import { once } from 'node:events';

/** `1`: the process loads its code, then waits for a message from its parent before it begins. */
export const DEFERRED_START_VARIABLE = 'STARTS_WHEN_TOLD';

/** Resolves at once unless the parent holds this process back; if that parent goes away, it never resolves and the process ends. */
export async function waitForStartMessage(): Promise<void> {
  if (process.env[DEFERRED_START_VARIABLE] === '1' && process.connected) await once(process, 'message');
}
