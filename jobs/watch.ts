import type { Services } from '#server/portal.ts';
import { PROJECTIONS } from '#server/projections.ts';
import { createProjectionRoutes } from '#server/read-model/project-documents.ts';
import { watchStreams } from '#server/read-model/watch-streams.ts';

/** Turns changes of the document store into jobs, in whichever worker process holds the stream. */
export function startWatch({
  sql,
  documents,
  queues,
  log,
}: Pick<Services, 'sql' | 'documents' | 'queues' | 'log'>): Promise<{ close(): Promise<void> }> {
  return watchStreams({ sql, documents, queues, log, routes: createProjectionRoutes(PROJECTIONS) });
}
