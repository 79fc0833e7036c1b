import type { Fields } from '#server/ports/documents/document-store.ts';
import { publishContents } from '#server/features/contents/publish-contents.ts';
import { PASSWORD, type TestWeb } from './test-web.ts';

/** A person with a session. */
export interface Visitor {
  /** Id of the account and of the person's document. */
  id: string;
  cookie: string;
}

/**
 * A portal as people and other programs use it, whatever it is built on: the same checks run on the embedded stores in one process, and on
 * web and worker with Firestore, Firebase Auth and Redis.
 */
export interface PortalClient {
  /** Sends a request as a program of the visitor, without following redirects. */
  ask(visitor: Visitor, address: string, init?: RequestInit): Promise<Response>;
  /** Writes a document of `main` as another program does, and waits until the portal shows it. */
  put(place: string, data: Fields): Promise<void>;
  /** Creates an account and a document for the person, and signs them in. */
  enter(person: { id: string; email: string; data: Fields }): Promise<Visitor>;
  /** The document's fields in the store. */
  stored(place: string): Promise<Fields>;
  /** Audit entries about a document. */
  auditOf(place: string): Promise<Fields[]>;
  /** Runs the hourly job that publishes and hides contents by their dates, once, to its end. */
  publish(): Promise<void>;
}

export const personOf = (name: string, email: string, role: string, folders: readonly string[] = []): Fields => ({
  name,
  email,
  role,
  agency: 'agencia-01',
  state: true,
  isActive: true,
  briefcase_permissions: { folders: [...folders] },
});

/** The portal of a test's own process. */
export function testWebPortalClient(web: TestWeb): PortalClient {
  const put = async (place: string, data: Fields) => {
    await web.portal.documents.main.set(place, data);
    await web.portal.readModel.projectNow('main', [place]);
  };
  return {
    ask: (visitor, address, init = {}) =>
      web.get(address, { ...init, headers: { Cookie: visitor.cookie, Origin: web.base, Accept: 'application/json', ...init.headers } }),
    put,
    async enter({ id, email, data }) {
      await web.portal.identity.createAccount({ uid: id, email, password: PASSWORD });
      await put(`usuarios/${id}`, data);
      const session = await web.portal.identity.signIn({ email, password: PASSWORD, userAgent: 'test' });
      return { id, cookie: `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}` };
    },
    stored: async (place) => (await web.portal.documents.main.get(place))?.data ?? {},
    async auditOf(place) {
      const where = [{ field: 'targetPath', op: '==', value: place }] as const;
      return (await web.portal.documents.main.query({ collection: 'auditoria', where })).map(({ data }) => data);
    },
    async publish() {
      await web.portal.liveSettings.reload();
      await publishContents(web.portal);
    },
  };
}
