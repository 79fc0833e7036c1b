import type { Fields } from '../ports/documents/document-store.ts';
import type { AUDIT_ACTIONS, AuditAction, TrailAct } from '../domain/audit-actions.ts';

type Label<Name extends keyof typeof AUDIT_ACTIONS> = (typeof AUDIT_ACTIONS)[Name];

/** A new document. */
export type CreationAction = Label<
  | 'recordCreated'
  | 'userCreated'
  | 'roleCreated'
  | 'briefcaseFileCreated'
  | 'digitizedFileCreated'
  | 'digitizationPermissionCreated'
  | 'packageCreated'
  | 'noteWritten'
  | 'tokenCreated'
>;

/** Deactivated or restored: `isActive`, or `state` of a person. */
export type ActivationAction = Label<
  | 'recordDeactivated'
  | 'recordRestored'
  | 'roleDeactivated'
  | 'roleRestored'
  | 'briefcaseFileDeactivated'
  | 'briefcaseFileRestored'
  | 'digitizedFileDeleted'
  | 'digitizedFileRestored'
  | 'digitizationPermissionDeleted'
  | 'digitizationPermissionRestored'
  | 'tokenRevoked'
  | 'noteDeleted'
  | 'unreadShown'
>;

/** Another place in its list. */
type MoveAction = Label<'recordMoved'>;

/** An entry in the log of a quote, with what else it changed: the quote's state, and those of the portal's own fields that differ. */
export type FollowUpAction = Label<'quoteFollowedUp' | 'quoteClosed' | 'quoteReopened'>;

/** An act on something that is not a document. */
export type ActAction = Label<
  | 'passwordResetSent'
  | 'passwordLinkMade'
  | 'userGone'
  | 'userUnread'
  | 'sessionsClosed'
  | 'failedJobsRetried'
  | 'readModelVerified'
  | 'readModelRebuilt'
  | 'digitizationPermissionsSimulated'
  | 'dataExported'
  | 'reportRun'
  | TrailAct
>;

/** The fields that changed, before and after. */
export type ChangeAction = Exclude<AuditAction, CreationAction | ActivationAction | MoveAction | FollowUpAction | ActAction>;

/**
 * The document's part of an entry, by action: the changed fields before (`beforeData`, null for a new
 * document) and after (`newData`). Never secrets.
 */
export type AuditEntry =
  | { action: CreationAction; beforeData: null; newData: Fields }
  | { action: ActivationAction; beforeData: { isActive: boolean }; newData: { isActive: boolean } }
  | { action: MoveAction; beforeData: Readonly<Record<string, number>>; newData: Readonly<Record<string, number>> }
  | { action: FollowUpAction; beforeData: { estado: boolean } & Fields; newData: { estado: boolean; bitacora: readonly Fields[] } & Fields }
  | { action: ActAction; beforeData: null; newData: Fields | null }
  /** null before: a settings document that was not stored yet. */
  | { action: ChangeAction; beforeData: Fields | null; newData: Fields };
