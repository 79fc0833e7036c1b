import type { Environment } from './config/config.ts';
import { createDocumentPages } from './pages/document-pages.ts';
import { createBuckets } from './ports/files/buckets.ts';
import { createContentInspection } from './ports/files/content-inspection.ts';
import { createFileStores } from './ports/files/create-file-store.ts';
import { createPictures } from './pages/pictures/pictures.ts';
import { createLocalAssets } from './ports/rest-backend/local-assets.ts';
import { createRestBackend } from './ports/rest-backend/create-rest-backend.ts';
import { peopleOfEitherMake } from './ports/rest-backend/either-make.ts';
import type { RestBackend } from './ports/rest-backend/rest-backend.ts';
import { createPlainPeople } from './features/people/plain-people.ts';
import { createEmbeddedIdentity } from './ports/identity/embedded/embedded.ts';
import type { IdentityProvider } from './ports/identity/identity-provider.ts';
import { createPasswordJudge } from './ports/identity/password-policy.ts';
import { createKnownDevices, withDeviceCleanup } from './ports/identity/known-devices.ts';
import type { Log } from './platform/log/log.ts';
import { createMail, type Mail } from './ports/mail/mail.ts';
import { loadMapping } from './mapping.ts';
import { openStores } from './ports/documents/open-stores.ts';
import type { Services } from './services.ts';
import { openFeatures, PROJECTIONS, REGISTRIES, type FeatureVerbs } from './registries.ts';
import { removeLeftFolders } from './platform/temporary-folders.ts';
import { createPrisma } from './platform/sql/prisma-client.ts';
import { createQueues } from './ports/queue/create-queues.ts';
import { createRateLimitStore } from './platform/limits/rate-limits.ts';
import { createReadModel } from './read-model/sync/create-read-model.ts';
import { createShownMenu } from './live-settings/stored-menu.ts';
import { createLiveSettings } from './live-settings/live-settings.ts';
import { nameByEmail } from './staff/name-by-email.ts';
import { createLocalPeople } from './features/people/local/local-people.ts';

/** All services and verbs behind the screens; loaders and actions use it as `context.portal`. */
export interface Portal extends Services, FeatureVerbs {
  close(): Promise<void>;
}

/**
 * Builds everything behind the screens from configuration alone; once per process. `close` closes the parts in
 * reverse order, and continues when one of them fails.
 */
export async function createPortal(environment: Environment, log: Log, options: { databaseAnswerMs?: number } = {}): Promise<Portal> {
  await removeLeftFolders(log);
  const closers: (() => Promise<unknown>)[] = [];
  const registered = <Part>(part: Part, close: (part: Part) => Promise<unknown>): Part => {
    closers.unshift(() => close(part));
    return part;
  };
  const close = async () => {
    for (const closeOne of closers.splice(0)) await closeOne().catch((error: unknown) => log.error({ err: error }, 'part did not close'));
  };
  try {
    const { sql, documents } = registered(
      await openStores(environment, log, {
        ...options,
        mapping: await loadMapping(environment.mappingFile, () => import('./registries.ts')),
      }),
      (stores) => stores.close(),
    );
    const { limits, ...config } = environment;
    const liveSettings = createLiveSettings({ limits, documents, log });
    const mail = registered(createMail({ config, cooperativeName: () => liveSettings.current().cooperativeName, log }), (part) =>
      part.close(),
    );
    const devices = createKnownDevices({ sql, secret: config.session.secret });
    const judgePassword = createPasswordJudge({
      cooperativeName: () => liveSettings.current().cooperativeName,
      nameOf: (email) => nameByEmail(sql, email),
      samplePassword: config.samplePassword,
    });
    const accounts = registered(await createIdentity({ config, judgePassword, liveSettings, log, sql, mail }), (part) => part.close());
    const identity = withDeviceCleanup(accounts, devices);
    const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
    const { files, uploadParts, snapshotFiles, exportFiles, drawnPages } = await createFileStores(config, sql);
    const { url, token } = config.restBackend;
    const rateLimitStore = registered(createRateLimitStore({ config, sql, log }), (part) => part.close());
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
            registered(createRestBackend({ url, token, log, readModel }), async (part) => part.close()),
            { documents, identity, log, rateLimitStore, readModel, sql },
          );
    const pages = createDocumentPages({ drawn: drawnPages, files, sql, rateLimitStore, log });
    const services: Services = {
      config,
      liveSettings,
      log,
      sql,
      prisma: registered(createPrisma(sql), (part) => part.close()),
      documents,
      identity,
      devices,
      judgePassword,
      mail,
      files,
      buckets: createBuckets(config),
      uploadParts,
      snapshotFiles,
      exportFiles,
      inspection: registered(createContentInspection({ log }), (part) => part.close()),
      pictures: registered(createPictures({ log }), (part) => part.close()),
      documentPages: registered(pages, (part) => part.close()),
      restBackend,
      queues: registered(createQueues(config, log), (part) => part.close()),
      readModel,
      rateLimitStore,
      shownMenu: createShownMenu({ documents, log }),
      registries: REGISTRIES,
    };
    return { ...services, ...openFeatures(services), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An external REST backend; its functions for people support either make (this portal or another). */
function openBackend(backend: ReturnType<typeof createRestBackend>, services: Parameters<typeof createPlainPeople>[0]): RestBackend {
  return { ...backend, ...peopleOfEitherMake(backend.makeOf, backend, createPlainPeople(services, backend.plain)) };
}

type IdentityParts = Pick<Services, 'config' | 'judgePassword' | 'liveSettings' | 'log' | 'sql'> & { mail: Mail };

async function createIdentity({ config, judgePassword, liveSettings, log, sql, mail }: IdentityParts): Promise<IdentityProvider> {
  const { firebase, session, web } = config;
  const sessionHours = () => liveSettings.current().sessionHours;
  const restMinutes = () => liveSettings.current().restMinutes;
  const common = { sql, log, judgePassword, publicUrl: web.publicUrl, sessionHours, restMinutes, sessionSecret: session.secret };
  if (!firebase) return createEmbeddedIdentity({ ...common, mail });
  // Loaded only when needed, like Firestore (open-stores.ts).
  const { createFirebaseIdentity } = await import('./ports/identity/firebase/firebase.ts');
  const { main: project, webApiKey, authEmulatorHost } = firebase;
  return createFirebaseIdentity({ ...common, project, webApiKey, authEmulatorHost });
}
