import type { ClicksAnswer, ClicksBody, CreateUserBody, PageQuery, UpdateUserBody, User, UsersPage } from './schemas.ts';

/** On whose behalf a change is made: named in its audit entry. */
export interface ActingFor {
  /** Id of a staff member; without it the calling system acts on its own behalf. */
  userId?: string | undefined;
  /** Links the entry to the caller's log lines. */
  requestId?: string | undefined;
  /** Set by /api for its callers; never sent over HTTP. */
  channel?: 'API';
}

/** `isGone`: the backend no longer has the person; only this portal's copy is left, which can still be deactivated. */
export type FoundUser = User & { isGone?: true };

/**
 * People and their clicks: the calls of docs/specification.md section 7. `local` answers them in this process (features/people/local),
 * `remote` asks another instance by HTTP; people.contract.ts tests both for the same behaviour. Once a change is answered, this portal's
 * own read model shows it.
 *
 * Errors: `invalid-input` by field, `not-found`, `conflict`, `unavailable`; remote also `backend-failed` (an answer in another shape or an
 * error of its own). Every write is idempotent.
 */
export interface People {
  /** GET /users: newest first. `cursor` is the previous page's `nextCursor`. */
  findUsers(query?: PageQuery): Promise<UsersPage>;
  /** GET /users/by-agency-id/{agencyId} */
  findUsersOfAgency(agencyId: string, query?: PageQuery): Promise<UsersPage>;
  getUser(id: string): Promise<FoundUser>;
  /** Idempotent for the same `id` and values. `created` false: the person already existed. */
  createUser(body: CreateUserBody, acting?: ActingFor): Promise<{ user: User; created: boolean }>;
  /** `details` of a `conflict`: `reason` `changed` with `stored`, `submitted` and `differing`, or `last-administrator`. */
  updateUser(id: string, body: UpdateUserBody, acting?: ActingFor): Promise<User>;
  /** PATCH /users/clicks/{sessionId}; the same `flushId` counts once. */
  addClicks(sessionId: string, body: ClicksBody): Promise<ClicksAnswer>;
}
