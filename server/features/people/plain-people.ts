import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import type { z } from 'zod';
import { documentIdOf, newDocumentId } from '../../platform/document-id.ts';
import { activityPath } from '../../domain/activity.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { conflictError } from '../../domain/conflict.ts';
import { dayOf } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import { oneAtATime } from '../../platform/limits/one-at-a-time.ts';
import { readInput } from '../../platform/read-input.ts';
import { readTextList } from '../../read-model/field-readers.ts';
import { isSame } from '../../records/content-version.ts';
import { describeConflict } from '../../records/record-kind.ts';
import { pick } from '../../records/save-change.ts';
import type { ActAction } from '../../records/audit-entries.ts';
import { storeAudit } from '../../records/write-audit.ts';
import { refusalStatus } from '../../ports/rest-backend/errors.ts';
import type { ActingFor, FoundUser, People } from '../../ports/rest-backend/people.ts';
import type { PlainCalls } from '../../ports/rest-backend/plain-calls.ts';
import type { PlainUser } from '../../ports/rest-backend/read-plain-user.ts';
import { createUserBody, updateUserBody, type User, type UserFields } from '../../ports/rest-backend/schemas.ts';
import { LONGEST_S } from './create-user.ts';
import { admitClicks } from './local/add-clicks.ts';
import { resolveReferences } from './local/check-references.ts';
import { createLocalPeople } from './local/local-people.ts';
import { actingUser, admitUser, checkPermissions, findNamesakes, storeUser, rethrowWithReason } from './local/save-user.ts';
import { USER_KIND, userOf, userPath } from './local/user-kind.ts';
import type { Services } from '../../services.ts';

/**
 * People of a backend of another make (docs/decisions/055-backend-of-another-make.md): it knows the calls of docs/specification.md section
 * 7, but none of the portal's rules, which are applied here. Its people are copied to the portal's documents; fields that it does not
 * answer stay as they are. A change is checked here, sent, and stored with its audit entry once the backend has accepted it. Conflicts are
 * detected by content; pages are read from the copy.
 */
export function createPlainPeople(
  services: Pick<Services, 'documents' | 'identity' | 'log' | 'rateLimitStore' | 'readModel' | 'sql'>,
  backend: PlainCalls,
): People & { refresh(): Promise<void> } {
  const local = createLocalPeople(services);
  const { main } = services.documents;
  const sentChanges = createSentChanges(services.sql);

  /** @param before the portal's copy from before the backend was asked: a copy that changed meanwhile is newer, and kept */
  async function storeCopy({ id, fields, unread }: PlainUser, before: StoredDocument | null): Promise<string[]> {
    const path = userPath(id);
    const changes = Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSame(before?.data[name], value)));
    if (before && Object.keys(changes).length === 0) return [];
    const sent = await sentChanges.find(id);
    // Whoever sent it is about to store it with its audit entry, which a copy would leave without a difference.
    if (sent && !sent.isLeft) return [];
    if (sent) await auditSent(id, fields, sent);
    try {
      await (before
        ? main.update(path, changes, { ifVersion: before.version })
        : main.create(path, { ...(unread.includes('state') && INACTIVE), id, ...fields }));
      return [path];
    } catch (error) {
      if (!(error instanceof AppError) || !NOT_STORED.includes(error.code)) throw error;
      if (error.code === 'invalid-input') services.log.error({ err: error, staffId: id }, 'a person of the REST backend cannot be stored');
      return [];
    }
  }
  /** Audits a change that the backend has and the audit has not: the process that sent it ended in between. */
  async function auditSent(id: string, answered: Fields, { given, changes, acting }: SentChange): Promise<void> {
    if (isStored(changes, answered))
      await local.updateUser(id, given, acting).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        services.log.error({ err: error, staffId: id }, 'a change that the REST backend stored could not be audited');
      });
    await sentChanges.forget(id);
  }
  const projectRows = async (paths: readonly string[]) => {
    if (paths.length > 0) await services.readModel.projectNow('main', paths);
  };
  async function copyPeople(patience?: Parameters<PlainCalls['list']>[0]) {
    const before = new Map((await main.query({ collection: USER_KIND.collection })).map((document) => [document.id, document]));
    const listed = await backend.list(patience);
    const changed: string[] = [];
    for (const person of listed) changed.push(...(await storeCopy(person, before.get(person.id) ?? null)));
    await projectRows(changed);
    return { before, listed };
  }
  /** Also tells administrators about the people who need one: those with fields that cannot be read, and those who are gone. */
  async function refresh(): Promise<void> {
    const { before, listed } = await copyPeople({ inBackground: true });
    await sentChanges.forgetOld();
    for (const { id, unread } of listed) if (unread.length > 0) await tellOnce(AUDIT_ACTIONS.userUnread, id, { campos: [...unread] });
    const ids = new Set(listed.map(({ id }) => id));
    const missing = [...before.values()].filter((document) => !ids.has(document.id) && userOf(document)?.state === true);
    // The list may be a part of all people: only those are gone whom the backend does not find by id either.
    for (const { id } of someOf(missing)) if (await isGone(id, listed)) await tellOnce(AUDIT_ACTIONS.userGone, id, null);
  }
  /** null: the backend does not have them. */
  const findAnswered = (id: string): Promise<PlainUser | null> =>
    backend.get(id).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      return null;
    });
  /** Not while nobody knows: an outage says nothing about them. */
  const isGone = (id: string, listed: readonly PlainUser[]) => backend.get(id, listed).then(() => false, isNotFound);
  /** Once a month and person: an alert that nobody acts on comes again. */
  async function tellOnce(action: ActAction, id: string, newData: Fields | null): Promise<void> {
    const at = new Date();
    const targetPath = userPath(id);
    const entry = documentIdOf(JSON.stringify([action, targetPath, dayOf(at).slice(0, 7)]));
    await storeAudit(main, { actor: BACKEND_ACTOR, action, targetPath, beforeData: null, newData, at, id: entry });
  }
  /** Whoever the backend no longer has is read from the copy: they keep their access until they are deactivated here. */
  async function getUser(id: string): Promise<FoundUser> {
    const before = await main.get(userPath(id));
    const found = await findAnswered(id);
    if (!found) return { ...(await local.getUser(id)), isGone: true };
    await projectRows(await storeCopy({ ...found, id }, before));
    return local.getUser(id);
  }
  async function findCreated(id: string, email: string): Promise<PlainUser | null> {
    const people = await backend.list();
    const hasAddress = ({ fields }: PlainUser) => typeof fields['email'] === 'string' && fields['email'].toLowerCase() === email;
    return people.find((person) => person.id === id) ?? people.find(hasAddress) ?? null;
  }
  /** The backend knows no versions: of two changes at once the second must see what the first one stored. */
  const inTurn = (key: string, work: () => Promise<User>) =>
    oneAtATime(services, { name: 'changing-person', key, longestSeconds: LONGEST_S }, work);
  async function changeUser(id: string, body: z.output<typeof updateUserBody>, acting: ActingFor): Promise<User> {
    const { ifVersion, ...values } = body;
    const named = await actingUser(services, acting);
    const sent = await sentChanges.find(id);
    // In this turn nobody else is about to.
    if (sent) await auditSent(id, (await findAnswered(id))?.fields ?? {}, sent);
    const currentUser = await getUser(id);
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const wanted = await resolveReferences(services, { ...currentUser, ...given }, currentUser);
    const changed = Object.keys(given).filter((name) => !isSame(currentUser[name as keyof User], wanted[name as keyof UserFields]));
    if (changed.length === 0) return currentUser;
    const isDeactivated = changed.join() === 'state' && !wanted.state;
    if (currentUser.isGone && !isDeactivated)
      throw new AppError('conflict', `the REST backend no longer has user ${id}`, { userMessage: ONLY_DEACTIVATED });
    if (ifVersion !== undefined && ifVersion !== currentUser.version) {
      const conflict = { base: null, stored: currentUser, submitted: wanted, differing: changed, merged: { theirs: [], mine: [] } };
      rethrowWithReason(
        conflictError(userPath(id), describeConflict(USER_KIND, null), { ...conflict, savedBy: null, version: currentUser.version }),
      );
    }
    await main.transaction((tx) => checkPermissions(tx, { id, current: currentUser, wanted, changed }));
    const stored = (await main.get(userPath(id)))?.data ?? {};
    const changes = USER_KIND.toStored?.(pick(wanted, changed), stored) ?? {};
    const auditedAs = { ...acting, requestId: named.requestId };
    await sentChanges.store(id, { given, changes, acting: auditedAs });
    // Some backends answer 2xx to the change of a person whom they do not have.
    if (!currentUser.isGone)
      await backend.change(id, changes, acting).catch(async (error: unknown) => {
        const answered = isRefused(error) ? null : await backend.get(id).catch(() => null);
        if (answered && isStored(changes, answered.fields)) return;
        if (answered || isRefused(error)) await sentChanges.forget(id);
        throw error;
      });
    const user = await local.updateUser(id, given, auditedAs);
    await sentChanges.forget(id);
    return user;
  }

  return {
    refresh,
    getUser,
    async findUsers(query = {}) {
      if (query.cursor === undefined) await copyPeople();
      return local.findUsers(query);
    },
    async findUsersOfAgency(agencyId, query = {}) {
      if (query.cursor === undefined) await copyPeople();
      return local.findUsersOfAgency(agencyId, query);
    },
    async createUser(input, acting = {}) {
      const { id = newDocumentId(), ...given } = readInput(createUserBody, input);
      const named = await actingUser(services, acting);
      await copyPeople();
      const fields = await resolveReferences(services, given, null);
      const namesakes = await findNamesakes(services, fields.email);
      if (!(await main.transaction((tx) => admitUser(tx, userPath(id), { fields, namesakes }))))
        return { user: await local.getUser(id), created: false };
      const wanted = USER_KIND.toStored?.(fields, {}) ?? {};
      const sent = await backend.create({ id, ...wanted }, acting).catch(async (error: unknown) => {
        const found = isRefused(error) ? null : await findCreated(id, given.email).catch(() => null);
        if (!found) throw error;
        return found;
      });
      // The backend accepted it (2xx), so an answer that does not say whom it created is no failure.
      const createdUser = sent ?? (await findCreated(id, given.email).catch(() => null)) ?? { id, fields: {}, unread: [] };
      const { created } = await storeUser(services, { ...given, id: createdUser.id }, named);
      await projectRows(await storeCopy(createdUser, await main.get(userPath(createdUser.id))));
      return { user: await local.getUser(createdUser.id), created };
    },
    async updateUser(id, input, acting = {}) {
      const body = readInput(updateUserBody, input);
      const change = () => inTurn(id, () => changeUser(id, body, acting));
      // Two administrators who demote each other: the second one sees that they are the last.
      return body.role === undefined && body.state === undefined ? change() : inTurn(ROLES_AND_STATES, change);
    },
    async addClicks(sessionId, input) {
      const flush = await admitClicks(services, sessionId, input);
      const today = await main.get(activityPath(flush.userId, dayOf(new Date())));
      if (!readTextList(today?.data ?? {}, 'flushes').includes(flush.flushId)) await backend.click(sessionId, flush);
      return local.addClicks(sessionId, flush);
    },
  };
}

/** A change on its way to the backend and the audit, in the words of both. */
interface SentChange {
  given: Fields;
  changes: Fields;
  acting: ActingFor;
}

/** Stored before a change is sent, so that it is audited even if this process ends before the backend's answer is stored. */
function createSentChanges(sql: Services['sql']) {
  return {
    async store(id: string, { given, changes, acting }: SentChange): Promise<void> {
      await sql.query(
        `INSERT INTO person_changes (user_id, given, changes, acting) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET given = excluded.given, changes = excluded.changes, acting = excluded.acting, sent_at = now()`,
        [id, JSON.stringify(given), JSON.stringify(changes), JSON.stringify(acting)],
      );
    },
    /** `isLeft`: whoever sent it no longer works on it. */
    async find(id: string): Promise<(SentChange & { isLeft: boolean }) | undefined> {
      const { rows } = await sql.query<SentChange & { isLeft: boolean }>(
        `SELECT given, changes, acting, sent_at < now() - make_interval(secs => $2) AS "isLeft" FROM person_changes WHERE user_id = $1`,
        [id, LONGEST_S],
      );
      return rows[0];
    },
    async forget(id: string): Promise<void> {
      await sql.query('DELETE FROM person_changes WHERE user_id = $1', [id]);
    },
    /** What the backend did not store in a day it never got. */
    async forgetOld(): Promise<void> {
      await sql.query(`DELETE FROM person_changes WHERE sent_at < now() - interval '1 day'`);
    },
  };
}

/** Somebody else wrote the copy, or its fields make no document: that must not stop the copy of others. */
const NOT_STORED: readonly string[] = ['conflict', 'not-found', 'invalid-input'];
/** A person whose state cannot be read at the first time gets no access by default. */
const INACTIVE = { state: false };
const BACKEND_ACTOR = { id: 'servidor-de-usuarios', name: 'Servidor de usuarios' };
const ONLY_DEACTIVATED = 'El servidor de usuarios ya no tiene a esta persona: aquí solo se puede desactivar.';
/** No person's id. */
const ROLES_AND_STATES = 'roles/states';
const ASKED_MAX = 10;

/** So many that a list with few of all people does not make a thousand calls every minute; others in the next minute. */
function someOf<Item>(items: readonly Item[]): Item[] {
  const turn = Math.floor(Date.now() / 60_000) % Math.max(1, Math.ceil(items.length / ASKED_MAX));
  return items.slice(turn * ASKED_MAX, (turn + 1) * ASKED_MAX);
}

/** Whether an answer shows the change, in whatever words: `inactivo` for false. */
function isStored(changes: Fields, answered: Fields): boolean {
  const [wanted, found] = [USER_KIND.read(changes), USER_KIND.read(answered)];
  return (Object.keys(changes) as (keyof UserFields)[]).every((name) => Object.hasOwn(answered, name) && isSame(found[name], wanted[name]));
}

const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'not-found';

/** Whether the backend is known to have done nothing; after a lost answer or an internal error that is not known. */
function isRefused(error: unknown): boolean {
  const status = refusalStatus(error);
  return (status !== null && (status < 500 || status === 503)) || isNotFound(error);
}
