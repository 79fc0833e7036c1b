import type { Staff } from '../../domain/permissions.ts';

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
