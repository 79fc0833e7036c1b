import type { z } from 'zod';
import { AppError } from '../../../domain/errors.ts';
import { findPage } from '../../../read-model/pages/page-query.ts';
import { planPage } from '../../../read-model/pages/page-plan.ts';
import type { PageSource } from '../../../read-model/pages/page-source.ts';
import { fragment, type SqlFragment } from '../../../platform/sql/sql-fragment.ts';
import { readInput } from '../../../platform/read-input.ts';
import { pageQuery, type User, type UsersPage } from '../../../ports/rest-backend/schemas.ts';
import { USER_COLUMNS } from '../user.ts';
import { toUser, USER_KIND, userOf, userPath, type UserRow } from './user-kind.ts';
import type { Services } from '../../../services.ts';

const SOURCE: PageSource = {
  table: USER_KIND.collection,
  select: `t.id, ${Object.keys(USER_COLUMNS)
    .map((column) => `t.${column}`)
    .join(', ')}, t."createdAt", t."updatedAt"`,
};

/** Everybody. Errors: `invalid-input`. */
export async function findUsers(services: Pick<Services, 'sql'>, query: unknown = {}): Promise<UsersPage> {
  return findPeople(services, readInput(pageQuery, query), []);
}

/** Errors: `invalid-input`. */
export async function findUsersOfAgency(services: Pick<Services, 'sql'>, agencyId: string, query: unknown = {}): Promise<UsersPage> {
  return findPeople(services, readInput(pageQuery, query), [fragment`t.agency = ${agencyId}`]);
}

/**
 * People who were not removed, newest first (docs/specification.md section 9), including deactivated ones, from the read model.
 * Errors: `invalid-input` for an invalid cursor: starting over would send the caller round in circles.
 */
async function findPeople(
  { sql }: Pick<Services, 'sql'>,
  { limit, page, cursor }: z.output<typeof pageQuery>,
  conditions: readonly SqlFragment[],
): Promise<UsersPage> {
  const plan = planPage(SOURCE, { q: '', page, pageSize: limit, sort: 'createdAt', dir: 'desc', cursor }, conditions);
  if (cursor !== undefined && !plan.cursor) {
    throw new AppError('invalid-input', 'cursor does not fit', {
      userMessage: 'El cursor no es válido.',
      fields: { cursor: ['Use el nextCursor de la respuesta anterior.'] },
    });
  }
  const found = await findPage<UserRow>(sql, plan);
  return {
    users: found.rows.map(toUser),
    total: found.total,
    totalIsCapped: found.totalIsCapped,
    page: found.page,
    limit,
    nextCursor: found.next?.cursor ?? null,
  };
}

/** From the document store, so that what is edited is what is stored. Errors: `not-found`. */
export async function getUser({ documents }: Pick<Services, 'documents'>, id: string): Promise<User> {
  const user = userOf(await documents.main.get(userPath(id)));
  if (!user) throw USER_KIND.notFound(id);
  return user;
}
