import type { AnyHandler } from '../handler.ts';

/** One handler per job definition (server/job-definitions.ts); checked when the worker boots. */
export const HANDLERS: readonly AnyHandler[] = [];
