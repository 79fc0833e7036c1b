import type { Readable } from 'node:stream';
import type { User } from '../domain/users.ts';
import type { ClicksAnswer, ClicksBody, CreateUserBody, UpdateUserBody, UsersPage } from './schemas.ts';

/** For whom a change is made: named in the audit entry that the backend writes. */
export interface ActingFor {
  userId: string;
  requestId?: string | undefined;
}

/**
 * Calls about people. A refusal of the backend keeps its code: `invalid-input` by field, `not-found`, `conflict`. Others:
 * `unavailable` (unreachable, silent), `backend-failed` (an answer in another shape or an error of its own). GET is tried
 * three times; writes once, but each may be sent again by the caller: none counts twice.
 */
export interface UserCalls {
  /** GET /users or /users/by-agency-id/{agencyId}; `cursor` is the `nextCursor` of the page before. */
  listUsers(input?: { agencyId?: string; limit?: number; page?: number; cursor?: string }): Promise<UsersPage>;
  getUser(id: string): Promise<User>;
  /** The same `id` with the same values makes one person. `created` false: it was there already. */
  createUser(body: CreateUserBody, acting?: ActingFor): Promise<{ user: User; created: boolean }>;
  updateUser(id: string, body: UpdateUserBody, acting?: ActingFor): Promise<User>;
  /** PATCH /users/clicks/{sessionId}; the same `flushId` counts once. */
  addClicks(sessionId: string, body: ClicksBody): Promise<ClicksAnswer>;
}

/** The one client of the REST backend (specification section 7): time-outs, bounded retries for GET, status checks. */
export interface RestBackend extends UserCalls {
  /**
   * POST /digitalization/upload-asset, streamed. `filename` is what `openAsset` takes. A `body` that fails rejects with
   * its own error and the backend keeps nothing. Fails with `backend-failed`, `unavailable`, `too-large`.
   */
  uploadAsset(input: {
    body: Readable;
    fileName: string;
    contentType: string;
    agencyId: string;
    signal?: AbortSignal;
  }): Promise<{ url: string; filename: string }>;
  /** GET /digitalization/asset, streamed. `range` is an HTTP Range header value. Fails with `not-found`. */
  openAsset(input: { filename: string; range?: string; signal?: AbortSignal }): Promise<AssetResponse>;
  ping(): Promise<void>;
  /** Ends idle connections. */
  close(): void;
}

export interface AssetResponse {
  /** 200 or 206 (416 is thrown as invalid-input with `details.status` 416). */
  status: 200 | 206;
  body: Readable;
  contentLength: number | null;
  contentRange: string | null;
}
