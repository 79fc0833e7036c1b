import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { chosenText, readBase } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Refusal } from './form-action.ts';

/** What the form of an existing record submits. */
export interface Edit<Name extends string = string> {
  values: Readonly<Record<Name, string>>;
  /** Version of the record that the person saw. */
  version: string;
  /** The values the form was opened with. */
  base: FormBase | null;
}

/** Why the form came back, with everything that was typed. */
export interface EditFailure extends Refusal<Conflict<FormBase>>, Pick<Edit, 'base' | 'version'> {
  values: Readonly<Record<string, unknown>>;
}

/** Reads these fields; on the conflict screen, the stored value where that was chosen. */
export function readEdit<Name extends string>(form: FormData, names: readonly Name[]): Edit<Name> {
  const base = readBase(form);
  const values = Object.fromEntries(names.map((name) => [name, chosenText(form, name, base)])) as Record<Name, string>;
  return { values, version: formText(form, 'version'), base };
}
