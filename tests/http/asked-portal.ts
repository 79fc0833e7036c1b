import type { Fields } from '#server/ports/documents/document-store.ts';
import { publishContents } from '#server/features/contents/publish-contents.ts';
import { PASSWORD, type TestWeb } from './test-web.ts';

/** Somebody with a session. */
export interface Visitor {
  /** Of the account and of the person's document. */
  id: string;
  cookie: string;
}

/**
 * A portal as people and other programs meet it, whatever it is made of: the same checks run on the embedded parts in one process
 * and on web and worker with Firestore, Firebase Auth and Redis.
 */
export interface AskedPortal {
  /** As a program of the visitor, without following redirects. */
  ask(visitor: Visitor, address: string, init?: RequestInit): Promise<Response>;
  /** A document of `main`, written as another program does it; the portal shows it then. */
  put(place: string, data: Fields): Promise<void>;
  /** Gives them an account and a document, and signs them in. */
  enter(person: { id: string; email: string; data: Fields }): Promise<Visitor>;
  /** A document as the store has it. */
  stored(place: string): Promise<Fields>;
  /** Entries of the audit about a document. */
  auditOf(place: string): Promise<Fields[]>;
  /** The hourly job that follows the days of contents, once, to its end. */
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

/** The application of a test in this process. */
export function askTestWeb(web: TestWeb): AskedPortal {
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
