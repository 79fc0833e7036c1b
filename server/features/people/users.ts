import type { Conflict } from '../../domain/conflict.ts';
import type { MenuId } from '../../domain/menu.ts';
import type { ResetLink } from '../../ports/identity/identity-provider.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import type { Baseline } from '../../records/save-change.ts';
import type { ActingFor, FoundUser } from '../../ports/rest-backend/people.ts';
import type { UserFields } from '../../ports/rest-backend/schemas.ts';
import type { Call } from '../../services.ts';

export function actingFor({ actor, requestId }: Call): ActingFor {
  return { userId: actor.id, requestId };
}

/** Options of the form's fields: active records, in Spanish order. */
export interface UserChoices {
  /** Active roles that the actor may give. */
  role: Choice[];
  agency: Choice[];
  department: Choice[];
  position: Choice[];
  /** The Maletín folders that the actor may give, with their description, in the order of the Maletín. */
  briefcase_permissions: (Choice & { description: string })[];
  /** Whether the person can get an e-mail to choose a password; otherwise a link is handed over. */
  mailsPasswords: boolean;
  /** Digitalization permission sets that the actor may give; empty until there are any. */
  digitalization_permission_id: Choice[];
}

/**
 * One person, from the REST backend, with what the record screen shows beside the fields. `role` and `position` are ids, even if the
 * document stores names.
 */
export interface UserRecord extends FoundUser {
  roleTitle: string;
  /** Menus that the role opens. */
  roleMenus: readonly MenuId[];
  /** The role is retired: the person sees nothing. */
  roleIsRetired: boolean;
  agencyName: string;
  /** As stored if there is no such position. */
  positionName: string;
  /** Folders of the person's own list. */
  ownFolders: Choice[];
  /** Folders that role, agency or department add. */
  givenFolders: Choice[];
  lastActivityAt: string | null;
  /** Addresses of their pages, null where the actor may not open one; folders by id. */
  pages: Record<'agency' | 'department' | 'position', string | null> & { folders: Readonly<Record<string, string | null>> };
  /** Whether the identity provider has an account, and whether it is disabled. */
  account: { exists: boolean; disabled: boolean };
  /** Why this actor may not change this person's permissions; null when they may. */
  whyNot: 'own' | 'administrator' | 'more' | null;
  /** What this actor may do with this person; the verbs check it again. */
  can: { editPermissions: boolean; activate: boolean; deactivate: boolean; resetPassword: boolean };
}

export interface CreateUserCall extends Call {
  /** By stored name; department and folders by their ids. */
  values: SubmittedValues;
  /** Created once per form: sent twice, it makes one person. '' for none. */
  formToken: string;
}

export interface UpdateUserCall extends Call, Baseline {
  id: string;
  /** Fields left out stay as they are. */
  values: SubmittedValues;
}

/** How a person gets to choose a password. `mailFailed`: an e-mail was tried and did not leave. */
export type PasswordInvitation = { mailed: true } | { mailed: false; mailFailed: boolean; link: PasswordLink };

/** Shown once to whoever hands it over: as text, and as a QR path of `size` modules square. */
export interface PasswordLink extends ResetLink {
  qr: { size: number; path: string };
}

/** `none`: neither e-mail nor link could be made. `before`: the same form made the person and invited them. */
export interface CreatedUser {
  id: string;
  invitation: PasswordInvitation | 'none' | 'before';
}

/** `details` of the `conflict` AppError of updateUser. */
export type UserConflict = Conflict<UserFields & { version: string }, UserFields>;
