import type { ClicksAnswer, ClicksBody, CreateUserBody, PageQuery, UpdateUserBody, User, UsersPage } from './schemas.ts';

/** For whom a change is made: named in its audit entry. */
export interface ActingFor {
  /** Somebody of the staff; left out, the calling system acts for nobody. */
  userId?: string | undefined;
  /** Joins the entry with the caller's log lines. */
  requestId?: string | undefined;
  /** Said by /api of its callers, and sent by none. */
  channel?: 'API';
}

/**
 * People and their clicks: the calls of docs/specification.md section 7. `local` answers them in this process
 * (features/people/local), `remote` asks another instance by HTTP; people.contract.ts holds both to the same. Once a change
 * is answered, this portal's own read model shows it.
 *
 * Errors: `invalid-input` by field, `not-found`, `conflict`, `unavailable`; remote also `backend-failed` (an answer in
 * another shape or an error of its own). Every write may be sent again: none counts twice.
 */
export interface People {
  /** GET /users: newest first. `cursor` is the `nextCursor` of the page before. */
  findUsers(query?: PageQuery): Promise<UsersPage>;
  /** GET /users/by-agency-id/{agencyId} */
  findUsersOfAgency(agencyId: string, query?: PageQuery): Promise<UsersPage>;
  getUser(id: string): Promise<User>;
  /** The same `id` with the same values makes one person. `created` false: it was there already. */
  createUser(body: CreateUserBody, acting?: ActingFor): Promise<{ user: User; created: boolean }>;
  /** `details` of a `conflict`: `reason` `changed` with `stored`, `submitted` and `differing`, or `last-administrator`. */
  updateUser(id: string, body: UpdateUserBody, acting?: ActingFor): Promise<User>;
  /** PATCH /users/clicks/{sessionId}; the same `flushId` counts once. */
  addClicks(sessionId: string, body: ClicksBody): Promise<ClicksAnswer>;
}
