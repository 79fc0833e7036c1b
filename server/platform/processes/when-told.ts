import { once } from 'node:events';

/** `1`: the process loads its code and waits for a message of who started it before it begins. */
export const HELD_VARIABLE = 'STARTS_WHEN_TOLD';

/** Resolves at once in a process that nobody holds back; never, when who holds it back is gone: then the process ends. */
export async function whenTold(): Promise<void> {
  if (process.env[HELD_VARIABLE] === '1' && process.connected) await once(process, 'message');
}
