import type { Staff } from './domain/permissions.ts';
import type { Config } from './config.ts';
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
import type { ReadModel } from './read-model/read-model.ts';
import type { DerivedTables } from './read-model/upkeep/derived-tables.ts';
import type { Sql } from './platform/sql/sql.ts';

/** Who asks; every verb takes it. */
export interface Call {
  actor: Staff;
  /** Joins audit entries with the request's log lines. */
  requestId?: string | undefined;
}

/**
 * What features declare (features/feature.ts), by what reads it. Kernels that use services themselves add here what they read, where
 * they define it (`declare module`): this file knows none of them.
 */
export interface Registries {
  /** Every collection that has a table. Collections that are not here live only in the store. */
  projections: readonly AnyProjection[];
  /** Checked and mended after the tables that documents fill. */
  derivedTables: readonly DerivedTables[];
  /** Every kind of background work. */
  jobs: readonly JobDefinition<unknown>[];
}

/** What verbs work with: the first argument of each. Kernels whose own code works with records add themselves. */
export interface Services {
  /** What of the environment no setting changes. */
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
  /** Files that other programs keep. */
  buckets: Buckets;
  /** Parts of uploads that are no files yet; whatever web process takes the next one must find them here. */
  uploadParts: PartStore;
  /** What runs of reports leave. */
  snapshotFiles: FileStore;
  /** Large exports, for a day. */
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
