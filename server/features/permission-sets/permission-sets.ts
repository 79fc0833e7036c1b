import type { Conflict, FormBase } from '../../domain/conflict.ts';
import type { AgencyScope, DocumentAction, PermissionReason } from '../../domain/document-permissions.ts';
import type { Call } from '../../services.ts';

/** What the form of a set holds, named as stored. */
export interface PermissionSetValues {
  title: string;
  agencyScope: AgencyScope;
  /** `toGrantLines`: one text for each type, in the order of their keys. */
  permissions: string[];
}

/** Somebody who has the set. */
export interface SetHolder {
  id: string;
  name: string;
  state: boolean;
}

export interface PermissionSetRecord extends PermissionSetValues {
  id: string;
  isActive: boolean;
  /** Goes back with the form. */
  version: string;
  /** ISO text. */
  updatedAt: string | null;
  /** Active people who have it. */
  people: number;
  /** Active ones first, by name; the first of them when there are many. */
  holders: SetHolder[];
  /** All of them, deactivated ones included. */
  holdersTotal: number;
  /** What this actor may do with it; the verbs check it again. */
  can: { edit: boolean; deactivate: boolean; restore: boolean };
}

/** What a form sends: what it does not ask is undefined. */
export interface PermissionSetInput {
  title?: string | undefined;
  agencyScope?: string | undefined;
  /** Each `category/type/action`. */
  grants: readonly string[];
}

export interface CreateSetCall extends Call, PermissionSetInput {
  formToken: string;
}

export interface UpdateSetCall extends Call, PermissionSetInput {
  id: string;
  /** `version` of the set that the person saw. */
  ifVersion: string;
  /** What the form was opened with. */
  base?: FormBase | null;
}

export interface ReviewSetCall extends Call, PermissionSetInput {
  /** null for a set that is not there yet. */
  id: string | null;
  /** What the form was opened with. */
  base?: FormBase | null;
}

/** What of a type differs, with the names by which people know it. */
export interface NamedDifference {
  key: string;
  category: string;
  type: string;
  added: DocumentAction[];
  removed: DocumentAction[];
}

/** What a save would do. Nothing of it is stored. */
export interface PermissionSetReview extends PermissionSetValues {
  differences: NamedDifference[];
  /** Whom it touches, one sentence each; none where nothing changes. */
  sentences: string[];
  people: number;
}

export type PermissionSetConflict = Conflict<PermissionSetValues>;

/** What one person may do with one type, and why. */
export interface SimulatedType {
  key: string;
  name: string;
  actions: Record<DocumentAction, PermissionReason>;
}
