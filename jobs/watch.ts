import type { Services } from '#server/services.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { watchStreams } from '#server/read-model/sync/watch-streams.ts';

/** Turns changes of the document store into jobs, in whichever worker process holds the stream. */
export function startWatch({
  sql,
  documents,
  queues,
  log,
}: Pick<Services, 'sql' | 'documents' | 'queues' | 'log'>): Promise<{ close(): Promise<void> }> {
  return watchStreams({ sql, documents, queues, log, index: createProjectionIndex(PROJECTIONS) });
}
