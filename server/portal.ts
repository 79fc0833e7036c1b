import { createOwnAccount } from './features/account/create-account.ts';
import { createAuditTrail } from './features/audit-trail/create-audit-trail.ts';
import { createBriefcase } from './features/briefcase/create-briefcase.ts';
import { createCatalogs } from './catalogs/catalogs.ts';
import { createContentHealth } from './features/content-health/create-content-health.ts';
import { createClicks } from './features/clicks/create-clicks.ts';
import type { Environment } from './config.ts';
import { createCustomers } from './features/customers/create-customers.ts';
import { createDocumentPages } from './document-pages/document-pages.ts';
import { createContentInspection } from './files/content-inspection.ts';
import { createFileStores } from './files/create-file-store.ts';
import { createPictures } from './pictures/pictures.ts';
import { createLocalAssets } from './rest-backend/local-assets.ts';
import { createRestBackend } from './rest-backend/create-rest-backend.ts';
import { peopleOfEitherMake } from './rest-backend/either-make.ts';
import type { RestBackend } from './rest-backend/rest-backend.ts';
import { createPlainPeople } from './features/people/plain-people.ts';
import { createEmbeddedIdentity } from './identity/embedded/embedded.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { Log } from './platform/log.ts';
import { createMail, type Mail } from './platform/mail.ts';
import { openStores } from './open-stores.ts';
import type { Services } from './services.ts';
import { PROJECTIONS, REGISTRIES } from './registries.ts';
import { createDocumentFiles } from './features/digitalization/create-document-files.ts';
import { createDigitalization } from './features/digitalization/create-digitalization.ts';
import { createPackages } from './features/packages/create-packages.ts';
import { createHandOver } from './features/hand-over/create-hand-over.ts';
import { createInbox } from './features/inbox/create-inbox.ts';
import { createPermissionSets } from './features/permission-sets/create-permission-sets.ts';
import { createQuotes } from './features/quotes/create-quotes.ts';
import { createPrisma } from './platform/prisma-client.ts';
import { createQueues } from './queue/create-queues.ts';
import { createRateLimitStore } from './platform/rate-limits.ts';
import { createReadModel } from './read-model/sync/create-read-model.ts';
import { createOperations } from './features/operations/create-operations.ts';
import { createFileEvents } from './features/reports/create-file-events.ts';
import { createReports } from './reporting/create-reports.ts';
import { createRoles } from './features/roles/create-roles.ts';
import { createSnapshots } from './features/snapshots/create-snapshots.ts';
import { createSearch } from './features/search/create-search.ts';
import { createSettings } from './features/settings/create-settings.ts';
import { createShownMenu } from './live-settings/stored-menu.ts';
import { createLiveSettings } from './live-settings/live-settings.ts';
import { createSignIn } from './features/sign-in/create-sign-in.ts';
import { createExports } from './features/exports/create-exports.ts';
import { createStaffDirectory } from './staff/create-staff-directory.ts';
import { createTokens } from './features/tokens/create-tokens.ts';
import { createUsers } from './features/people/create-users.ts';
import { createHome } from './home/create-home.ts';
import { createLocalPeople } from './features/people/local/local-people.ts';

/** Everything behind the screens; loaders and actions reach it as `context.portal`. */
export interface Portal extends Services, ReturnType<typeof createFeatures> {
  close(): Promise<void>;
}

/**
 * Everything behind the screens, from configuration alone; each process makes one. `close` ends what was opened, in the
 * opposite order, also when an earlier close fails.
 */
export async function createPortal(environment: Environment, log: Log, options: { databaseAnswerMs?: number } = {}): Promise<Portal> {
  const closers: (() => Promise<unknown>)[] = [];
  const opened = <Part>(part: Part, close: (part: Part) => Promise<unknown>): Part => {
    closers.unshift(() => close(part));
    return part;
  };
  const close = async () => {
    for (const closeOne of closers.splice(0)) await closeOne().catch((error: unknown) => log.error({ err: error }, 'part did not close'));
  };
  try {
    const { sql, documents } = opened(await openStores(environment, log, options), (stores) => stores.close());
    const { limits, ...config } = environment;
    const liveSettings = createLiveSettings({ limits, documents, log });
    const mail = opened(createMail({ config, cooperativeName: () => liveSettings.current().cooperativeName, log }), (part) => part.close());
    const identity = opened(await createIdentity({ config, liveSettings, log, sql, mail }), (part) => part.close());
    const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
    const { files, uploadParts, snapshotFiles, exportFiles, drawnPages } = await createFileStores(config);
    const { url, token } = config.restBackend;
    const restBackend: RestBackend =
      url === null
        ? {
            ...createLocalAssets({ config, files, log }),
            ...createLocalPeople({ documents, identity, readModel, sql }),
            ping: () => Promise.resolve(),
            refreshPeople: () => Promise.resolve(),
            close: () => undefined,
          }
        : openBackend(
            opened(createRestBackend({ url, token, log, readModel }), async (part) => part.close()),
            { documents, identity, readModel, sql },
          );
    const rateLimitStore = opened(createRateLimitStore({ config, sql, log }), (part) => part.close());
    const pages = createDocumentPages({ drawn: drawnPages, files, sql, rateLimitStore, log });
    const services: Services = {
      config,
      liveSettings,
      log,
      sql,
      prisma: opened(createPrisma(sql), (part) => part.close()),
      documents,
      identity,
      mail,
      files,
      uploadParts,
      snapshotFiles,
      exportFiles,
      inspection: opened(createContentInspection({ log }), (part) => part.close()),
      pictures: opened(createPictures({ log }), (part) => part.close()),
      documentPages: opened(pages, (part) => part.close()),
      restBackend,
      queues: opened(createQueues(config, log), (part) => part.close()),
      readModel,
      rateLimitStore,
      shownMenu: createShownMenu({ documents, log }),
      registries: REGISTRIES,
    };
    return { ...services, ...createFeatures(services), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A backend elsewhere, with people of whichever make it is. */
function openBackend(
  backend: ReturnType<typeof createRestBackend>,
  services: Pick<Services, 'documents' | 'identity' | 'readModel' | 'sql'>,
): RestBackend {
  return { ...backend, ...peopleOfEitherMake(backend.makeOf, backend, createPlainPeople(services, backend.plain)) };
}

/** One line per feature; none knows another. */
function createFeatures(services: Services) {
  return {
    signIn: createSignIn(services),
    account: createOwnAccount(services),
    staff: createStaffDirectory(services),
    catalogs: createCatalogs(services),
    customers: createCustomers(services),
    quotes: createQuotes(services),
    reports: createReports(services),
    fileEvents: createFileEvents(services),
    briefcase: createBriefcase(services),
    settings: createSettings(services),
    auditTrail: createAuditTrail(services),
    operations: createOperations(services),
    users: createUsers(services),
    roles: createRoles(services),
    permissionSets: createPermissionSets(services),
    digitalization: createDigitalization(services),
    documentFiles: createDocumentFiles(services),
    packages: createPackages(services),
    search: createSearch(services),
    clicks: createClicks(services),
    contentHealth: createContentHealth(services),
    tokens: createTokens(services),
    inbox: createInbox(services),
    home: createHome(services),
    snapshots: createSnapshots(services),
    handOver: createHandOver(services),
    exports: createExports(services),
  };
}

type IdentityParts = Pick<Services, 'config' | 'liveSettings' | 'log' | 'sql'> & { mail: Mail };

async function createIdentity({ config, liveSettings, log, sql, mail }: IdentityParts): Promise<IdentityProvider> {
  const { firebase, session, web } = config;
  const sessionHours = () => liveSettings.current().sessionHours;
  if (!firebase) return createEmbeddedIdentity({ sql, log, mail, publicUrl: web.publicUrl, sessionHours, sessionSecret: session.secret });
  // As those of Firestore (open-stores.ts).
  const { createFirebaseIdentity } = await import('./identity/firebase/firebase.ts');
  const { main: project, webApiKey, authEmulatorHost } = firebase;
  return createFirebaseIdentity({ project, webApiKey, authEmulatorHost, log, publicUrl: web.publicUrl, sessionHours });
}
