import type { Staff } from '../../domain/permissions.ts';
import type { SignedIn } from '../../identity/identity-provider.ts';

/** Everybody has their own account: no menu is needed, and nothing here takes the id of a person. */
export interface AccountCall {
  actor: Staff;
  requestId?: string;
}

/** What a person sees of themselves. */
export interface Profile {
  name: string;
  email: string;
  phone: string;
  roleTitle: string;
  agencyName: string;
  departmentName: string;
  position: string;
  /** In the order of the Maletín; 'all' for the administrator. */
  folderNames: string[] | 'all';
}

/** An open session of the person, as the screen shows it. */
export interface OwnSession {
  id: string;
  /** "Chrome en Windows". */
  device: string;
  /** ISO text. */
  createdAt: string;
  /** ISO text, exact to the minute; null when it was never used. */
  lastSeenAt: string | null;
  /** The session of this request. */
  isCurrent: boolean;
}

export interface UpdatePhoneCall extends AccountCall {
  phone: string;
}

export interface ChangePasswordCall extends AccountCall {
  currentPassword: string;
  newPassword: string;
  /** The new password a second time. */
  repeated: string;
  userAgent: string;
}

/** Own account: `portal.account`. */
export interface OwnAccount {
  getProfile(call: AccountCall): Promise<Profile>;
  /** Through the REST backend, which owns `usuarios`. Errors: `invalid-input` (`fields.phone`), `unavailable`, `backend-failed`. */
  updatePhone(call: UpdatePhoneCall): Promise<void>;
  /**
   * Ends every session of the person and opens a new one for this browser. Errors: `invalid-input` with
   * `fields.currentPassword`, `fields.newPassword` or `fields.repeated`; `too-many-requests`; `unavailable`.
   * @returns the new session; null when it could not be opened: the person signs in with the new password
   */
  changePassword(call: ChangePasswordCall): Promise<SignedIn | null>;
  /** Open sessions, this one first, then the newest; null when the identity provider cannot list them. */
  findSessions(call: AccountCall): Promise<OwnSession[] | null>;
  /** Ends the other sessions. `endedOwn`: a provider that cannot spare this one has ended it as well. */
  closeOtherSessions(call: AccountCall & { sessionToken: string }): Promise<{ endedOwn: boolean }>;
}
