import type { JobDefinition } from '../../queue/queue.ts';
import type { AnyProjection } from '../../read-model/projection.ts';
import type { DerivedTables } from '../../read-model/upkeep/derived-tables.ts';
import type { Services } from '../../services.ts';

/** What the portal consists of (server/registries.ts): handed in, so that no feature knows all the others. */
export interface Registries {
  projections: readonly AnyProjection[];
  derivedTables: readonly DerivedTables[];
  jobs: readonly JobDefinition<unknown>[];
}

export type OperationServices = Pick<Services, 'documents' | 'log' | 'prisma' | 'queues' | 'sql'> & { registries: Registries };
