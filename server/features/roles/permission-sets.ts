import type { Conflict } from '../../domain/conflict.ts';
import type { DocumentAction, PermissionReason } from '../../domain/document-permissions.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import type { Baseline } from '../../records/save-change.ts';
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
  values: SubmittedValues;
  formToken: string;
}

export interface UpdateSetCall extends Call, Baseline {
  id: string;
  /** Fields left out stay as they are. */
  values: SubmittedValues;
}

export interface ReviewSetCall extends Call, Pick<Baseline, 'base'> {
  /** null for a new set. */
  id: string | null;
  values: SubmittedValues;
}

/** What differs for a type, with the names that people know. */
export interface NamedDifference {
  key: string;
  category: string;
  type: string;
  added: DocumentAction[];
  removed: DocumentAction[];
}

/** What a save would do; nothing is stored. */
export interface PermissionSetReview extends PermissionSetValues {
  differences: NamedDifference[];
  /** Whom it affects, one sentence each; none if nothing changes. */
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
