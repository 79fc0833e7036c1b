import type { PrismaClient } from '#prisma/generated/client.ts';
import type { OwnAccount } from './account/account.ts';
import type { Briefcase } from './briefcase/create-briefcase.ts';
import type { Catalogs } from './catalogs/catalogs.ts';
import type { Clicks } from './clicks/clicks.ts';
import type { Config } from './config.ts';
import type { Customers } from './customers/create-customers.ts';
import type { Documents } from './documents/document-store.ts';
import type { FileStore } from './files/file-store.ts';
import type { RestBackend } from './rest-backend/rest-backend.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { Log } from './log.ts';
import type { Products } from './products/create-products.ts';
import type { Quotes } from './quotes/create-quotes.ts';
import type { Queues } from './queue/queue.ts';
import type { RateLimitStore } from './rate-limits.ts';
import type { ReadModel } from './read-model/read-model.ts';
import type { Reports } from './reports/create-reports.ts';
import type { Roles } from './roles/roles.ts';
import type { Settings } from './settings/create-settings.ts';
import type { LiveSettings } from './settings/live-settings.ts';
import type { SignIn } from './sign-in/create-sign-in.ts';
import type { Sql } from './sql.ts';
import type { StaffDirectory } from './staff/create-staff-directory.ts';
import type { Users } from './users/users.ts';

/** What features are built from. Each feature's create function takes the members it needs by name. */
export interface Services {
  /** The environment, narrowed by the settings of the portal (settings/live-settings.ts). */
  config: Config;
  liveSettings: LiveSettings;
  log: Log;
  sql: Sql;
  prisma: PrismaClient;
  documents: Documents;
  identity: IdentityProvider;
  files: FileStore;
  restBackend: RestBackend;
  queues: Queues;
  readModel: ReadModel;
  rateLimitStore: RateLimitStore;
}

/** Everything behind the screens; loaders and actions reach it as `context.portal`. */
export interface Portal extends Services {
  signIn: SignIn;
  account: OwnAccount;
  staff: StaffDirectory;
  catalogs: Catalogs;
  customers: Customers;
  quotes: Quotes;
  products: Products;
  reports: Reports;
  briefcase: Briefcase;
  settings: Settings;
  users: Users;
  roles: Roles;
  clicks: Clicks;
  close(): Promise<void>;
}
