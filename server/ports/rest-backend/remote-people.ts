import { Readable } from 'node:stream';
import type { z } from 'zod';
import { isNoId, newDocumentId } from '../../platform/document-id.ts';
import { activityPath } from '../../domain/activity.ts';
import { dayOf } from '../../domain/dates.ts';
import { AppError, STATUS_BY_CODE, type ErrorCode } from '../../domain/errors.ts';
import { readJson, readText, type Connection } from './connection.ts';
import { backendFailed, backendRefused, backendUnavailable } from './errors.ts';
import type { ActingFor, People } from './people.ts';
import { ACTING_REQUEST_HEADER, ACTING_USER_HEADER, clicksAnswer, problem, user, usersPage, type PageQuery } from './schemas.ts';
import type { Sent } from './send-request.ts';

/** A page of 200 people with 500 folders each fits. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_PROBLEM_BYTES = 256 * 1024;

/** Refusals that concern the caller; any other code means that the backend does not work. */
const PASSED_ON: ReadonlySet<string> = new Set<ErrorCode>(['invalid-input', 'not-found', 'conflict', 'too-many-requests']);

/** Is told which documents the backend wrote, so that the next page shows them: implemented by the read model. */
export interface DocumentProjector {
  projectNow(database: 'main', paths: readonly string[]): Promise<void>;
}

/**
 * People of another instance: JSON in both directions, every answer validated. That instance does not know this portal's read model, so
 * whatever a call may have changed is projected here, even when no answer came.
 */
export function createRemotePeople(connection: Connection, readModel: DocumentProjector): People {
  const shown = async <Answer>(work: Promise<Answer>, paths: readonly string[]) => work.finally(() => readModel.projectNow('main', paths));
  const calls = createPeopleCalls(connection);
  const shaped = async <Schema extends z.ZodType>(sent: Sent, what: string, schema: Schema): Promise<z.output<Schema>> => {
    await calls.requireDone(sent, what);
    return requireShape(connection, await calls.jsonOf(sent, what), what, schema);
  };
  const read = async <Schema extends z.ZodType>(what: string, path: string, query: Readonly<Record<string, string>>, schema: Schema) =>
    shaped(await calls.get(path, query), what, schema);
  const write = async <Schema extends z.ZodType>(
    method: 'POST' | 'PATCH',
    what: string,
    path: string,
    body: object,
    schema: Schema,
    acting?: ActingFor,
  ) => {
    const sent = await calls.send(method, path, body, acting);
    return { status: sent.status, value: await shaped(sent, what, schema) };
  };
  return {
    findUsers: async (query) => read('GET users', '/users', textOf(query), usersPage),
    findUsersOfAgency: async (agencyId, query) => read('GET users', `/users/by-agency-id/${segment(agencyId)}`, textOf(query), usersPage),
    getUser: async (id) => read('GET user', `/users/${segment(id)}`, {}, user),
    async createUser(body, acting) {
      const id = body.id ?? newDocumentId();
      const { status, value } = await shown(write('POST', 'POST users', '/users', { ...body, id }, user, acting), [`usuarios/${id}`]);
      return { user: value, created: status === 201 };
    },
    async updateUser(id, body, acting) {
      const path = `/users/${segment(id)}`;
      return (await shown(write('PATCH', 'PATCH user', path, body, user, acting), [`usuarios/${id}`])).value;
    },
    async addClicks(sessionId, body) {
      const path = `/users/clicks/${segment(sessionId)}`;
      const { userId } = body;
      const changed = userId === undefined ? [] : [`usuarios/${userId}`, activityPath(userId, dayOf(new Date()))];
      return (await shown(write('PATCH', 'PATCH clicks', path, body, clicksAnswer), changed)).value;
    },
  };
}

/** Calls about people to a backend of any make: JSON in both directions, outages and refusals turned into the portal's errors. */
export function createPeopleCalls(connection: Connection) {
  const { address, log, timeouts } = connection;
  return {
    get: (path: string, query: Readonly<Record<string, string>> = {}, timeoutMs = timeouts.callMs): Promise<Sent> =>
      connection.get(address(path, query), { headers: { accept: 'application/json' }, timeoutMs }).catch(readFailed),
    send(method: 'POST' | 'PATCH', path: string, body: object, acting?: ActingFor): Promise<Sent> {
      const bytes = Buffer.from(JSON.stringify(body));
      const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length), accept: 'application/json' };
      const call = { method, url: address(path), body: Readable.from([bytes]), timeoutMs: timeouts.callMs };
      return connection.send({ ...call, headers: { ...headers, ...actingHeaders(acting) } }).catch(writeFailed);
    },
    async requireDone(sent: Sent, what: string): Promise<void> {
      if (sent.status < 200 || sent.status > 299) throw await refusal(sent, what, log);
    },
    jsonOf: (sent: Sent, what: string): Promise<unknown> =>
      readJson(sent, MAX_ANSWER_BYTES).catch((error: unknown) => {
        throw backendFailed(`${what} answered what cannot be read`, { kept: 'people', cause: error });
      }),
  };
}

/** Without parameters /api returns everybody at once, so a page is always requested by number. */
function textOf(query: PageQuery = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ page: 1, ...query }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** One path segment; dots would alter the path. Errors: `not-found`. */
export function segment(id: string): string {
  if (isNoId(id) || ['.', '..'].includes(id.trim())) throw unknownUser(`no id ${JSON.stringify(id)}`);
  return encodeURIComponent(id);
}

function actingHeaders(acting: ActingFor | undefined): Record<string, string> {
  return {
    ...(acting?.userId === undefined ? {} : { [ACTING_USER_HEADER]: encodeURIComponent(acting.userId) }),
    ...(acting?.requestId ? { [ACTING_REQUEST_HEADER]: acting.requestId } : {}),
  };
}

function requireShape<Schema extends z.ZodType>({ log }: Connection, json: unknown, what: string, schema: Schema): z.output<Schema> {
  const answer = schema.safeParse(json);
  if (answer.success) return answer.data;
  log.error(
    { places: answer.error.issues.map((issue) => issue.path.join('.')).slice(0, 10) },
    `REST backend answered ${what} in another shape`,
  );
  throw backendFailed(`${what} answered in another shape`, { kept: 'people' });
}

/** A problem from another instance keeps its meaning and Spanish sentence; the text of any other backend is only logged. */
async function refusal(sent: Sent, what: string, log: Connection['log']): Promise<AppError> {
  const text = await readText(sent, MAX_PROBLEM_BYTES).catch(() => '');
  sent.discard();
  const found = problem.safeParse(parse(text));
  if (found.success && PASSED_ON.has(found.data.code) && STATUS_BY_CODE[found.data.code as ErrorCode] === sent.status) {
    const { code, detail, errors, details } = found.data;
    return new AppError(code as ErrorCode, `${what}: ${detail}`, {
      userMessage: detail,
      ...(errors ? { fields: errors } : {}),
      ...(details ? { details } : {}),
    });
  }
  const refused = backendRefused(sent, { what, text, log, kept: 'people' });
  return sent.status === 404 ? unknownUser(`${what}: 404`) : refused;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function unknownUser(message: string): AppError {
  return new AppError('not-found', `REST backend: ${message}`, { userMessage: 'La persona no existe o fue quitada del sistema.' });
}

function readFailed(error: unknown): never {
  throw error instanceof AppError && error.code === 'unavailable' ? backendUnavailable(error.message, error, 'people') : error;
}

/** Without an answer the change may still have been stored; every write may be repeated. */
function writeFailed(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
  throw new AppError('unavailable', error.message, {
    userMessage: 'El servidor de usuarios no respondió y no sabemos si el cambio se guardó. Guarde de nuevo: nada se hará dos veces.',
    retryAfterSeconds: 5,
    cause: error,
  });
}
