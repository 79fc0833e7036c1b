import { AppError } from './errors.ts';
import type { ExtraField } from './extra-fields.ts';

/** Who stored a version, as far as the document says. */
export interface Saver {
  name: string;
  /** The same person, in another window. */
  isActor: boolean;
}

/** The values a form was opened with, by stored name. The form sends them back, so they are trusted for comparison only. */
export type FormBase = RecordValues;
export type FormValue = string | number | boolean | null | readonly string[] | readonly ExtraField[];
/** Values of a record or its form, by stored name. */
export type RecordValues = Readonly<Record<string, FormValue>>;

/**
 * `details` of the `conflict` error of every save: JSON for the browser. `Stored` is the record as its screen shows it,
 * `Values` the values of its form.
 */
export interface Conflict<Stored, Values = Stored> {
  /** The values the form was opened with; null when the form did not send them. */
  base: FormBase | null;
  stored: Stored;
  /** The record with the person's own values, plus what only others changed. */
  submitted: Values;
  /** Names of the fields that both sides changed to different values. */
  differing: readonly string[];
  /** Names of the fields that `submitted` merges automatically, because only one side changed them. */
  merged: { theirs: readonly string[]; mine: readonly string[] };
  /** null when another program wrote it, or an older version of the portal. */
  savedBy: Saver | null;
  /** Sent back with the form to overwrite `stored`. */
  version: string;
}

/** Concurrent changes by others that the save kept; shown in the notice. */
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
 * The stored side of a refused save, shown beside what was typed; null for other errors, and for a conflict without
 * versions (two simultaneous writes).
 */
export function conflictOf<Found extends { stored: unknown }>(error: unknown): Found | null {
  if (!(error instanceof AppError) || error.code !== 'conflict') return null;
  const { details } = error;
  return details && 'stored' in details ? (details as Found) : null;
}
