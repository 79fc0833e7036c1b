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
import { HELD_KINDS, HOME_TILES, INBOX_LISTS, PROJECTIONS, REGISTRIES, REPORTS, RUNS, SCHEDULES, SEARCHED_LISTS } from './registries.ts';
import { createDocumentFiles } from './features/digitalization/create-document-files.ts';
import { createDigitalization } from './features/digitalization/create-digitalization.ts';
import { DOCUMENTS } from './features/digitalization/document-list.ts';
import { PACKAGES_RECEIVED } from './features/packages/received-list.ts';
import { PACKAGES_SENT } from './features/packages/sent-list.ts';
import { kindOf } from './lists/list.ts';
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
import { createLiveSettings } from './live-settings/live-settings.ts';
import { createSignIn } from './features/sign-in/create-sign-in.ts';
import { createExports } from './features/exports/create-exports.ts';
import { exportAddresses } from './export-addresses.ts';
import { createStaffDirectory } from './staff/create-staff-directory.ts';
import { createTokens } from './features/tokens/create-tokens.ts';
import { createUsers } from './features/people/create-users.ts';
import { createHome } from './home/create-home.ts';
import { createLocalPeople, type PeopleServices } from './features/people/local/local-people.ts';

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
    };
    return { ...services, ...createFeatures(services), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A backend elsewhere, with people of whichever make it is. */
function openBackend(backend: ReturnType<typeof createRestBackend>, services: PeopleServices): RestBackend {
  return { ...backend, ...peopleOfEitherMake(backend.makeOf, backend, createPlainPeople(services, backend.plain)) };
}

/** One line per feature; none knows another. */
export function createFeatures(services: Services) {
  const digitalization = createDigitalization(services);
  const packages = createPackages(services);
  const users = createUsers({ ...services, heldKinds: HELD_KINDS });
  const reports = createReports(services, REPORTS);
  const settings = createSettings(services);
  const features = {
    signIn: createSignIn(services),
    account: createOwnAccount(services),
    staff: createStaffDirectory(services),
    catalogs: createCatalogs(services),
    customers: createCustomers(services),
    quotes: createQuotes(services),
    reports,
    fileEvents: createFileEvents(services),
    briefcase: createBriefcase(services),
    settings,
    auditTrail: createAuditTrail(services),
    operations: createOperations({ ...services, registries: REGISTRIES }),
    users,
    roles: createRoles(services),
    permissionSets: createPermissionSets(services),
    digitalization,
    documentFiles: createDocumentFiles(services),
    packages,
    search: createSearch(services, {
      lists: SEARCHED_LISTS,
      reports: REPORTS,
      shownMenu: settings.shownMenu,
      answers: [
        { kind: kindOf(DOCUMENTS), find: digitalization.findWhereabouts },
        { kind: kindOf(PACKAGES_SENT), find: packages.findSentWhereabouts },
        { kind: kindOf(PACKAGES_RECEIVED), find: packages.findReceivedWhereabouts },
      ],
    }),
    clicks: createClicks(services),
    contentHealth: createContentHealth(services),
    tokens: createTokens(services, { admit: users.admitDeactivation }),
    inbox: createInbox(services, INBOX_LISTS),
    home: createHome(services, HOME_TILES),
    snapshots: createSnapshots({ ...services, reports }, { schedules: SCHEDULES, runs: RUNS }),
    handOver: createHandOver(services, { kinds: HELD_KINDS, admit: users.admitDeactivation }),
  };
  return { ...features, exports: createExports(services, exportAddresses(features)) };
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
