import { AppError } from './errors.ts';
import type { ExtraField } from './extra-fields.ts';

/** Who stored a version, as far as the document itself says so. */
export interface Saver {
  name: string;
  /** The same person, in another window. */
  isActor: boolean;
}

/** What a form was opened with, by stored name: it comes back with the form, so nothing in it is believed but equality. */
export type FormBase = RecordValues;
export type FormValue = string | number | boolean | null | readonly string[] | readonly ExtraField[];
/** What a record or its form holds, by stored name. */
export type RecordValues = Readonly<Record<string, FormValue>>;

/**
 * `details` of the `conflict` error of every save: JSON for the browser. `Stored` is the record as its screen shows it,
 * `Values` what its form holds.
 */
export interface Conflict<Stored, Values = Stored> {
  /** What the form was opened with; null when the form did not say. */
  base: FormBase | null;
  stored: Stored;
  /** The record as it would be with the person's own values, and with what only others changed. */
  submitted: Values;
  /** Names of the fields that both changed, each in another way. */
  differing: readonly string[];
  /** Names of the fields that `submitted` takes without a question, because only one side changed them. */
  merged: { theirs: readonly string[]; mine: readonly string[] };
  /** null when another program wrote it, or an older version of the portal. */
  savedBy: Saver | null;
  /** Goes back with the form to save over `stored`. */
  version: string;
}

/** What others changed while the person wrote, and the save has kept: for the notice. */
export interface Merged {
  savedBy: Saver | null;
  /** Names of the fields. */
  fields: readonly string[];
}

/** @param path of the document, for the log */
export function conflictError<Stored, Values>(path: string, userMessage: string, conflict: Conflict<Stored, Values>): AppError {
  return new AppError('conflict', `${path} has version ${conflict.version}`, { userMessage, details: { ...conflict } });
}

/**
 * What a refused save shows beside what was typed; null for every other failure, and for a conflict that knows no
 * versions (two writes in the same moment).
 */
export function conflictOf<Found extends { stored: unknown }>(error: unknown): Found | null {
  if (!(error instanceof AppError) || error.code !== 'conflict') return null;
  const { details } = error;
  return details && 'stored' in details ? (details as Found) : null;
}
