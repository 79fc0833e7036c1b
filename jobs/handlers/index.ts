import type { AnyHandler } from '../handler.ts';
import { reconcileReadModel } from './reconcile-read-model.ts';
import { runReadModel } from './run-read-model.ts';
import { syncDocuments } from './sync-documents.ts';
import { tidyReadModelHandler } from './tidy-read-model.ts';

/** One handler per job definition (server/registries.ts); checked when the worker boots. */
export const HANDLERS: readonly AnyHandler[] = [syncDocuments, reconcileReadModel, tidyReadModelHandler, runReadModel];
