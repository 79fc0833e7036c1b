import type { AnyHandler } from '../handler.ts';
import { syncDocuments } from './sync-documents.ts';

/** One handler per job definition (server/job-definitions.ts); checked when the worker boots. */
export const HANDLERS: readonly AnyHandler[] = [syncDocuments];
