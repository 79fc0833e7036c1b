import type { Staff } from './domain/permissions.ts';
import type { Config } from './config/config.ts';
import type { DocumentPages } from './pages/document-pages.ts';
import type { Documents } from './ports/documents/document-store.ts';
import type { Buckets } from './ports/files/buckets.ts';
import type { ContentInspection } from './ports/files/content-inspection.ts';
import type { FileStore } from './ports/files/file-store.ts';
import type { PartStore } from './ports/files/part-store.ts';
import type { Pictures } from './pages/pictures/pictures.ts';
import type { RestBackend } from './ports/rest-backend/rest-backend.ts';
import type { IdentityProvider } from './ports/identity/identity-provider.ts';
import type { KnownDevices } from './ports/identity/known-devices.ts';
import type { JudgePassword } from './ports/identity/password-policy.ts';
import type { Log } from './platform/log/log.ts';
import type { Mail } from './ports/mail/mail.ts';
import type { PrismaOnDemand } from './platform/sql/prisma-client.ts';
import type { JobDefinition, Queues } from './ports/queue/queue.ts';
import type { RateLimitStore } from './platform/limits/rate-limits.ts';
import type { AnyProjection } from './read-model/projection.ts';
import type { ProjectionIndex } from './read-model/sync/project-documents.ts';
import type { ReadModel } from './read-model/read-model.ts';
import type { DerivedTables } from './read-model/upkeep/derived-tables.ts';
import type { Sql } from './platform/sql/sql.ts';

/** Arguments common to all verbs. */
export interface Call {
  actor: Staff;
  /** Links audit entries to the request's log lines. */
  requestId?: string | undefined;
}

/** A GET at an address that a feature declares (features/feature.ts). */
export interface AnswerCall extends Call {
  /** The record of an address with `:id`. */
  id: string;
  params: URLSearchParams;
}

/**
 * What features declare (features/feature.ts), grouped by what reads it. Kernels that read registries themselves add theirs where
 * they are defined (`declare module`), so this file does not know them.
 */
export interface Registries {
  /** All collections that have a table; others exist only in the store. */
  projections: readonly AnyProjection[];
  projectionIndex: ProjectionIndex;
  /** Checked and repaired after the tables filled from documents. */
  derivedTables: readonly DerivedTables[];
  /** Every kind of background work. */
  jobs: readonly JobDefinition<unknown>[];
}

/** The first argument of every verb. Kernels that provide services add themselves. */
export interface Services {
  /** The part of the environment that no setting changes. */
  config: Config;
  log: Log;
  sql: Sql;
  prisma: PrismaOnDemand;
  documents: Documents;
  identity: IdentityProvider;
  devices: KnownDevices;
  judgePassword: JudgePassword;
  mail: Mail;
  files: FileStore;
  /** Files kept by other programs. */
  buckets: Buckets;
  /** Parts of unfinished uploads; any web process that receives the next part must find them here. */
  uploadParts: PartStore;
  /** Files of report runs. */
  snapshotFiles: FileStore;
  /** Large exports, kept for a day. */
  exportFiles: FileStore;
  inspection: ContentInspection;
  pictures: Pictures;
  documentPages: DocumentPages;
  restBackend: RestBackend;
  queues: Queues;
  readModel: ReadModel;
  rateLimitStore: RateLimitStore;
  registries: Registries;
}
