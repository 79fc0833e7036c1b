import { requireMenu, type Staff } from '../../domain/permissions.ts';
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

export type OperationServices = Pick<Services, 'documents' | 'log' | 'queues' | 'sql'> & { registries: Registries };

export interface OperationCall {
  /** Requires the menu `settings` (App móvil › Configuración). */
  actor: Staff;
  /** Joins audit entries with the request's log lines. */
  requestId?: string;
}

/** The first line of every verb. */
export function requireOperations({ actor }: OperationCall): void {
  requireMenu(actor, 'settings');
}
