import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response, Router } from 'express';
import { documentIdOf, isNoId } from '../../../platform/document-id.ts';
import { AppError } from '../../../domain/errors.ts';
import { asyncHandler } from '../../request/locals.ts';
import { API_ACTOR } from '../../../features/people/local/save-user.ts';
import { createLocalPeople } from '../../../features/people/local/local-people.ts';
import type { ActingFor } from '../../../ports/rest-backend/people.ts';
import { isPlainMap } from '../../../ports/documents/document-values.ts';
import { networkKey } from '../../../platform/limits/network-key.ts';
import { readInput } from '../../../platform/read-input.ts';
import { isSame } from '../../../records/content-version.ts';
import { recordAuditTrail } from '../../../records/trail.ts';
import {
  ACTING_REQUEST_HEADER,
  ACTING_USER_HEADER,
  IDEMPOTENCY_HEADER,
  MISSING_DATA,
  MISSING_ID,
  MISSING_ID_OR_DATA,
  PAGE_LIMIT_MAX,
  createUserBody,
  pageQuery,
  type User,
  type UsersPage,
} from '../../../ports/rest-backend/schemas.ts';
import type { Services } from '../../../services.ts';
import { jsonBody, refuse } from './json-body.ts';
import { answerMethods } from './methods.ts';

/** The six calls about people (docs/specification.md section 7), always answered from this portal's own document store. */
export function addUserRoutes(router: Router, services: Pick<Services, 'documents' | 'identity' | 'log' | 'readModel' | 'sql'>): void {
  const people = createLocalPeople(services);
  const json = (answer: (request: Request) => Promise<object>) =>
    asyncHandler(async (request, response) => void response.json(await answer(request)));
  const auditRead = (request: Request, url: string) => {
    const ip = request.ip ?? '';
    return recordAuditTrail(services, {
      act: 'peopleRead',
      actor: API_ACTOR,
      requestId: String(request.res?.locals.requestId ?? ''),
      ip,
      about: `llamadas_api/${url.slice('/api/'.length).replace(':id', '*').replaceAll('/', '.')}`,
      facts: { channel: 'API', url },
      once: [networkKey(ip)],
    });
  };
  const list = asyncHandler(async (request, response) => {
    await auditRead(request, '/api/users');
    await sendPeople(request, response, (query) => people.findUsers(query));
  });
  const create = asyncHandler(async (request, response) => {
    const body = readInput(createUserBody, bodyOf(request, MISSING_DATA));
    const { user, created } = await people.createUser({ ...body, id: body.id ?? idOfKey(request) }, actingFor(request));
    response.status(created ? 201 : 200).json(user);
  });
  const listOfAgency = asyncHandler(async (request, response) => {
    const agencyId = requireId(request.params['agencyId'], MISSING_ID);
    await auditRead(request, '/api/users/by-agency-id');
    await sendPeople(request, response, (query) => people.findUsersOfAgency(agencyId, query));
  });
  const get = json(async (request) => {
    const id = requireId(request.params['id'], MISSING_ID);
    await auditRead(request, '/api/users/:id');
    return people.getUser(id);
  });
  const update = json(async (request) => {
    const id = requireId(request.params['id'], MISSING_ID_OR_DATA);
    const body = bodyOf(request, MISSING_ID_OR_DATA);
    const isWhole = isPlainMap(body) && ['id', 'email', 'version'].some((name) => Object.hasOwn(body, name));
    return people.updateUser(id, isWhole ? changesIn(body, await people.getUser(id)) : body, actingFor(request));
  });
  const click = json(async (request) => {
    const sessionId = requireId(request.params['sessionId'], MISSING_ID_OR_DATA);
    return people.addClicks(sessionId, bodyOf(request, MISSING_ID_OR_DATA));
  });

  answerMethods(router, '/api/users', { get: [list], post: [...jsonBody(), create] });
  answerMethods(router, '/api/users/by-agency-id/:agencyId?', { get: [listOfAgency] });
  answerMethods(router, '/api/users/clicks/:sessionId', { patch: [...jsonBody(), click] });
  answerMethods(router, '/api/users/:id', { get: [get], patch: [...jsonBody(), update] });
}

/**
 * Returns everybody as an array, as in docs/specification.md section 7, streamed while it is read; or a page if one of its parameters asks
 * for it. A failure half-way breaks the connection: an array that ends early would pass for everybody.
 */
async function sendPeople(request: Request, response: Response, find: (query: unknown) => Promise<UsersPage>): Promise<void> {
  if (Object.keys(pageQuery.shape).some((name) => Object.hasOwn(request.query, name))) return void response.json(await find(request.query));
  const first = await find({ limit: PAGE_LIMIT_MAX });
  response.type('json');
  await pipeline(Readable.from(arrayOf(first, find)), response).catch((error: unknown) => {
    response.locals.log.warn({ err: error }, 'list of people broke off');
    response.destroy();
  });
}

async function* arrayOf(first: UsersPage, find: (query: unknown) => Promise<UsersPage>): AsyncGenerator<string> {
  let separator = '[';
  for (
    let page: UsersPage | null = first;
    page;
    page = page.nextCursor === null ? null : await find({ limit: PAGE_LIMIT_MAX, cursor: page.nextCursor })
  ) {
    for (const user of page.users) {
      yield separator + JSON.stringify(user);
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : ']';
}

function requireId(given: string | undefined, text: string): string {
  const id = given?.trim() ?? '';
  if (isNoId(id)) throw refuse(text);
  return id;
}

/** No body, `null` and `{}` are refused with that text. */
function bodyOf(request: Request, text: string): unknown {
  const body: unknown = request.body;
  if (body === null || body === undefined || body === '' || (typeof body === 'object' && Object.keys(body).length === 0))
    throw refuse(text);
  return body;
}

/**
 * Programs send a whole user back as GET returned it: unchanged values are not changes, and with its `version` neither are the clicks and
 * the time, which have advanced since.
 */
function changesIn({ version, ...body }: Readonly<Record<string, unknown>>, user: User): Record<string, unknown> {
  const goesOn = version === undefined ? [] : ['clicks', 'updatedAt'];
  const changes = Object.entries(body).filter(([name, value]) => !goesOn.includes(name) && !isSame(value, user[name as keyof User]));
  return { ...(version !== undefined && { ifVersion: version }), ...Object.fromEntries(changes) };
}

/** On whose behalf a call is made: the caller holds the token, so its claim is trusted. */
function actingFor(request: Request): ActingFor {
  const named = request.get(ACTING_REQUEST_HEADER) ?? '';
  const header = request.get(ACTING_USER_HEADER);
  return {
    userId: header === undefined ? undefined : decoded(header),
    requestId: /^[A-Za-z0-9-]{8,64}$/.test(named) ? named : String(request.res?.locals.requestId ?? ''),
    channel: 'API',
  };
}

/** Percent-encoded, because headers cannot hold accented letters; '' names nobody. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return '';
  }
}

/** The same key gives the same person id, so that a POST repeated after a lost answer creates nobody twice. */
function idOfKey(request: Request): string | undefined {
  const key = request.get(IDEMPOTENCY_HEADER);
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{8,200}$/.test(key))
    throw new AppError('invalid-input', 'bad idempotency key', {
      userMessage: `El encabezado ${IDEMPOTENCY_HEADER} debe tener de 8 a 200 caracteres sin espacios.`,
    });
  return documentIdOf(`${request.get(ACTING_USER_HEADER) ?? ''}\n${key}`);
}
