import type { Conflict, FormBase } from '../../domain/conflict.ts';
import type { DocumentAction, PermissionReason } from '../../domain/document-permissions.ts';
import type { GivenValues } from '../../records/record-fields.ts';
import type { Call } from '../../services.ts';
import type { PermissionSetValues } from './set.ts';

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

export interface CreateSetCall extends Call {
  values: GivenValues;
  formToken: string;
}

export interface UpdateSetCall extends Call {
  id: string;
  /** What is left out stays as it is. */
  values: GivenValues;
  /** `version` of the set that the person saw. */
  ifVersion: string;
  /** What the form was opened with. */
  base?: FormBase | null;
}

export interface ReviewSetCall extends Call {
  /** null for a set that is not there yet. */
  id: string | null;
  values: GivenValues;
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
