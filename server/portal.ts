import type { PrismaClient } from '#prisma/generated/client.ts';
import type { Config } from './config.ts';
import type { Documents } from './documents/document-store.ts';
import type { FileStore } from './files/file-store.ts';
import type { RestBackend } from './files/rest-backend.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { Log } from './log.ts';
import type { Queues } from './queue/queue.ts';
import type { ReadModel } from './read-model/read-model.ts';
import type { Sql } from './sql.ts';

/** What features are built from. Each feature's create function takes the members it needs by name. */
export interface Services {
  config: Config;
  log: Log;
  sql: Sql;
  prisma: PrismaClient;
  documents: Documents;
  identity: IdentityProvider;
  files: FileStore;
  restBackend: RestBackend;
  queues: Queues;
  readModel: ReadModel;
}

/** Everything behind the screens; loaders and actions reach it as `context.portal`. */
export interface Portal extends Services {
  close(): Promise<void>;
}
