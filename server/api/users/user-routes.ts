import type { Request, Router } from 'express';
import { documentIdOf } from '../../documents/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { asyncHandler } from '../../request/locals.ts';
import {
  ACTING_USER_HEADER,
  IDEMPOTENCY_HEADER,
  MISSING_DATA,
  MISSING_ID,
  MISSING_ID_OR_DATA,
  clicksBody,
  createUserBody,
  documentId,
  pageQuery,
  updateUserBody,
} from '../../rest-backend/schemas.ts';
import { actingUser } from '../acting-user.ts';
import type { ApiServices } from '../api-services.ts';
import { isEmptyBody, jsonBody, readInput, refuse } from '../json-body.ts';
import { answerMethods } from '../methods.ts';
import { addClicks } from './add-clicks.ts';
import { createUser } from './create-user.ts';
import { findUsers, getUser } from './find-users.ts';
import { updateUser } from './update-user.ts';
import { userNotFound } from './user-document.ts';

/** The six calls about people: specification section 7. */
export function addUserRoutes(router: Router, services: ApiServices): void {
  const list = asyncHandler(
    async (request, response) => void response.json(await findUsers(services, readInput(pageQuery, request.query))),
  );
  const create = asyncHandler(async (request, response) => {
    if (isEmptyBody(request.body)) throw refuse(MISSING_DATA);
    const body = readInput(createUserBody, request.body);
    const { user, created } = await createUser(services, { ...body, id: body.id ?? idOfKey(request) }, await actingUser(services, request));
    response.status(created ? 201 : 200).json(user);
  });
  const listOfAgency = asyncHandler(async (request, response) => {
    const agencyId = requireId(request.params['agencyId'], MISSING_ID);
    response.json(await findUsers(services, { ...readInput(pageQuery, request.query), agencyId }));
  });
  const get = asyncHandler(async (request, response) => {
    response.json(await getUser(services, knownId(requireId(request.params['id'], MISSING_ID))));
  });
  const update = asyncHandler(async (request, response) => {
    const id = requireId(request.params['id'], MISSING_ID_OR_DATA);
    if (isEmptyBody(request.body)) throw refuse(MISSING_ID_OR_DATA);
    const { ifVersion, ...changes } = readInput(updateUserBody, request.body);
    response.json(await updateUser(services, { id: knownId(id), changes, ifVersion, acting: await actingUser(services, request) }));
  });
  const click = asyncHandler(async (request, response) => {
    const sessionId = requireId(request.params['sessionId'], MISSING_ID_OR_DATA);
    if (isEmptyBody(request.body)) throw refuse(MISSING_ID_OR_DATA);
    response.json(await addClicks(services, sessionId, readInput(clicksBody, request.body)));
  });

  answerMethods(router, '/api/users', { get: [list], post: [...jsonBody(), create] });
  answerMethods(router, '/api/users/by-agency-id/:agencyId', { get: [listOfAgency] });
  answerMethods(router, '/api/users/clicks/:sessionId', { patch: [...jsonBody(), click] });
  answerMethods(router, '/api/users/:id', { get: [get], patch: [...jsonBody(), update] });
}

/** Programs that forget a value send its name: such an id is no id. */
function requireId(given: string | undefined, text: string): string {
  const id = given?.trim() ?? '';
  if (id === '' || id === 'null' || id === 'undefined') throw refuse(text);
  return id;
}

/** An id that cannot be one answers like somebody who is not there. */
function knownId(id: string): string {
  if (!documentId.safeParse(id).success) throw userNotFound(id);
  return id;
}

/** The same key names the same person, so that a POST sent again after a lost answer makes nobody twice. */
function idOfKey(request: Request): string | undefined {
  const key = request.get(IDEMPOTENCY_HEADER);
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{8,200}$/.test(key))
    throw new AppError('invalid-input', 'bad idempotency key', {
      userMessage: `El encabezado ${IDEMPOTENCY_HEADER} debe tener de 8 a 200 caracteres sin espacios.`,
    });
  return documentIdOf(`${request.get(ACTING_USER_HEADER) ?? ''}\n${key}`);
}
