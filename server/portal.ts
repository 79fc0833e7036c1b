import { createOwnAccount } from './features/account/create-account.ts';
import { createBriefcase } from './features/briefcase/create-briefcase.ts';
import { createCatalogs } from './catalogs/catalogs.ts';
import { createClicks } from './features/clicks/create-clicks.ts';
import type { Config } from './config.ts';
import { createCustomers } from './features/customers/create-customers.ts';
import type { DatabaseName, Documents, DocumentStore } from './documents/document-store.ts';
import { createEmbeddedDocumentStore } from './documents/embedded/embedded.ts';
import { createFirestoreDocumentStore } from './documents/firestore/firestore.ts';
import { createContentInspection } from './files/content-inspection.ts';
import { createFileStore } from './files/create-file-store.ts';
import { createPictures } from './pictures/pictures.ts';
import { createRestBackend } from './rest-backend/create-rest-backend.ts';
import { createEmbeddedIdentity } from './identity/embedded/embedded.ts';
import { createFirebaseIdentity } from './identity/firebase/firebase.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { Log } from './platform/log.ts';
import { createMail, type Mail } from './platform/mail.ts';
import type { Services } from './services.ts';
import type { OwnAccount } from './features/account/account.ts';
import type { Briefcase } from './features/briefcase/create-briefcase.ts';
import type { Catalogs } from './catalogs/catalogs.ts';
import type { Clicks } from './features/clicks/clicks.ts';
import type { Customers } from './features/customers/create-customers.ts';
import type { Products } from './features/products/create-products.ts';
import type { Quotes } from './features/quotes/create-quotes.ts';
import type { Reports } from './features/reports/create-reports.ts';
import type { Roles } from './features/roles/roles.ts';
import type { Settings } from './features/settings/create-settings.ts';
import type { SignIn } from './features/sign-in/create-sign-in.ts';
import type { StaffDirectory } from './features/people/create-staff-directory.ts';
import type { Users } from './features/people/users.ts';
import { createProducts } from './features/products/create-products.ts';
import { PROJECTIONS, REGISTRIES } from './registries.ts';
import { createQuotes } from './features/quotes/create-quotes.ts';
import { createPrisma } from './platform/prisma-client.ts';
import { createQueues } from './queue/create-queues.ts';
import { createRateLimitStore } from './platform/rate-limits.ts';
import { createReadModel } from './read-model/sync/create-read-model.ts';
import { createOperations, type Operations } from './features/operations/create-operations.ts';
import { createReports } from './features/reports/create-reports.ts';
import { createRoles } from './features/roles/create-roles.ts';
import { createSettings } from './features/settings/create-settings.ts';
import { createLiveSettings } from './live-settings/live-settings.ts';
import { createSignIn } from './features/sign-in/create-sign-in.ts';
import { createSql, type Sql } from './platform/sql.ts';
import { createStaffDirectory } from './features/people/create-staff-directory.ts';
import { createUsers } from './features/people/create-users.ts';

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
  operations: Operations;
  users: Users;
  roles: Roles;
  clicks: Clicks;
  close(): Promise<void>;
}

/**
 * Everything behind the screens, from configuration alone; each process makes one. `close` ends what was opened, in the
 * opposite order, also when an earlier close fails.
 */
export async function createPortal(environment: Config, log: Log, options: { databaseAnswerMs?: number } = {}): Promise<Portal> {
  const closers: (() => Promise<unknown>)[] = [];
  const opened = <Part>(part: Part, close: (part: Part) => Promise<unknown>): Part => {
    closers.unshift(() => close(part));
    return part;
  };
  const close = async () => {
    for (const closeOne of closers.splice(0)) await closeOne().catch((error: unknown) => log.error({ err: error }, 'part did not close'));
  };
  try {
    const sql = opened(
      createSql({
        url: environment.database.url,
        max: environment.database.poolSize,
        application: `portal ${String(log.bindings()['process'] ?? '')}`.trim(),
        answerMs: options.databaseAnswerMs,
        onError: (error) => log.warn({ err: error }, 'database connection lost'),
      }),
      (pool) => pool.end(),
    );
    const documents = opened(createDocuments({ config: environment, sql, log }), async (stores) => {
      await stores.main.close();
      await stores.digitalization.close();
    });
    const liveSettings = createLiveSettings({ config: environment, documents, log });
    const { config } = liveSettings;
    const mail = opened(createMail({ config, log }), (part) => part.close());
    const services: Services = {
      config,
      liveSettings,
      log,
      sql,
      prisma: opened(createPrisma(sql), (client) => client.$disconnect()),
      documents,
      identity: opened(createIdentity({ config, log, sql, mail }), (part) => part.close()),
      files: await createFileStore(config),
      inspection: opened(createContentInspection({ log }), (part) => part.close()),
      pictures: opened(createPictures({ log }), (part) => part.close()),
      restBackend: opened(
        createRestBackend({
          url: config.restBackend.url ?? `http://127.0.0.1:${config.web.port}/api`,
          token: config.restBackend.token,
          log,
        }),
        async (part) => part.close(),
      ),
      queues: opened(createQueues(config, log), (part) => part.close()),
      readModel: createReadModel({ sql, documents, log, projections: PROJECTIONS }),
      rateLimitStore: opened(createRateLimitStore({ config, sql, log }), (part) => part.close()),
    };
    return { ...services, ...createFeatures(services), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One line per feature; none knows another. */
function createFeatures(services: Services): Omit<Portal, keyof Services | 'close'> {
  return {
    signIn: createSignIn(services),
    account: createOwnAccount(services),
    staff: createStaffDirectory(services),
    catalogs: createCatalogs(services),
    customers: createCustomers(services),
    quotes: createQuotes(services),
    products: createProducts(services),
    reports: createReports(services),
    briefcase: createBriefcase(services),
    settings: createSettings(services),
    operations: createOperations({ ...services, registries: REGISTRIES }),
    users: createUsers(services),
    roles: createRoles(services),
    clicks: createClicks(services),
  };
}

function createDocuments({ config: { firebase }, sql, log }: { config: Config; sql: Sql; log: Log }): Documents {
  const open = (database: DatabaseName): DocumentStore =>
    firebase
      ? createFirestoreDocumentStore({ project: firebase[database], database, emulatorHost: firebase.firestoreEmulatorHost, log })
      : createEmbeddedDocumentStore({ sql, database, log });
  return { main: open('main'), digitalization: open('digitalization') };
}

function createIdentity({ config, log, sql, mail }: { config: Config; log: Log; sql: Sql; mail: Mail }): IdentityProvider {
  const { firebase, session, web } = config;
  const sessionHours = () => session.hours;
  if (!firebase) return createEmbeddedIdentity({ sql, log, mail, publicUrl: web.publicUrl, sessionHours, sessionSecret: session.secret });
  const { main: project, webApiKey, authEmulatorHost } = firebase;
  return createFirebaseIdentity({ project, webApiKey, authEmulatorHost, log, sessionHours });
}
