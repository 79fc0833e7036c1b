import type { FormEvent, ReactNode } from 'react';
import type { Conflict, FormBase, FormValue } from '#server/domain/conflict.ts';
import { KEEP_PREFIX } from '#server/domain/form-base.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { joinWithAnd } from '#server/domain/text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Baseline } from './Baseline.tsx';
import { SaveForm } from './SaveForm.tsx';
import type { UnsavedWarning } from './use-unsaved-warning.ts';

/** A field as the conflict screen shows it. */
export interface DisputedField {
  name: string;
  label: string;
  /** A value as people read it. */
  show: (value: FormValue) => ReactNode;
  /** The person's own value, which can still be corrected. */
  control: ReactNode;
  /** The merged value as a plain control sends it. */
  text: string;
}

interface ConflictFormProps {
  action: string;
  cancelHref: string;
  message: string;
  /** ISO text of the stored version. */
  updatedAt: string | null;
  conflict: Pick<Conflict<unknown>, 'base' | 'differing' | 'merged' | 'savedBy' | 'version'>;
  /** Values of the stored version: what the next save starts from. */
  stored: FormBase;
  fields: readonly DisputedField[];
  lost: boolean;
  saving: boolean;
  warning: UnsavedWarning;
  /** Further hidden controls. */
  children?: ReactNode;
}

/**
 * Somebody else changed the same fields first: as they were, as they are stored, and one's own. The person keeps the
 * stored value or their own, which can still be edited here; saving is checked against the version shown. What only one
 * side changed is merged already.
 */
export function ConflictForm(props: ConflictFormProps) {
  const { action, cancelHref, message, updatedAt, conflict, stored, fields, children } = props;
  return (
    <>
      <Notice kind="warning" live className="mb-4 max-w-160">
        {message}
        {updatedAt ? ` La versión guardada es del ${formatDateTime(updatedAt)}.` : null}
        <MergedNote conflict={conflict} labelsOf={(names) => fields.filter(({ name }) => names.includes(name)).map(({ label }) => label)} />
      </Notice>
      <SaveForm action={action} state={props} bar={{ label: 'Guardar lo elegido', cancelHref }}>
        {children}
        <Baseline version={conflict.version} base={stored} />
        {fields.map((field) =>
          conflict.differing.includes(field.name) ? (
            <ConflictField key={field.name} {...sides(field, conflict.base, stored)} />
          ) : (
            <input key={field.name} type="hidden" name={field.name} value={field.text} />
          ),
        )}
      </SaveForm>
    </>
  );
}

function sides({ name, label, show, control }: DisputedField, base: FormBase | null, stored: FormBase): ConflictFieldProps {
  const before = base?.[name];
  return { name, label, control, stored: show(stored[name] ?? null), ...(before !== undefined && { before: show(before) }) };
}

function MergedNote({ conflict, labelsOf }: Pick<ConflictFormProps, 'conflict'> & { labelsOf: (names: readonly string[]) => string[] }) {
  const { theirs, mine } = conflict.merged;
  const quoted = (names: readonly string[]) => joinWithAnd(labelsOf(names).map((label) => `«${label}»`));
  const who = conflict.savedBy?.isActor ? 'su otra ventana' : conflict.savedBy?.name || 'la otra persona';
  return (
    <>
      {theirs.length > 0 ? ` Ya se conserva lo que solo cambió ${who}: ${quoted(theirs)}.` : null}
      {mine.length > 0 ? ` Ya se conserva lo que solo cambió usted: ${quoted(mine)}.` : null}
    </>
  );
}

/** Correcting one's own value says that it is the one to keep. */
function chooseMineWhenTyping({ target, currentTarget }: FormEvent<HTMLFieldSetElement>): void {
  if (target instanceof HTMLInputElement && target.name.startsWith(KEEP_PREFIX)) return;
  const mine = currentTarget.querySelector<HTMLInputElement>(`input[name^="${KEEP_PREFIX}"][value=mine]`);
  if (mine) mine.checked = true;
}

interface ConflictFieldProps {
  name: string;
  label: string;
  stored: ReactNode;
  /** What the form was opened with, when it said so. */
  before?: ReactNode;
  control: ReactNode;
}

/** One field in dispute: the stored value and one's own, one of which is kept. */
function ConflictField({ name, label, stored, before, control }: ConflictFieldProps) {
  const choice = (value: 'stored' | 'mine', text: string) => (
    <label className="mb-2 flex items-center gap-2">
      <input type="radio" className="radio radio-sm" name={KEEP_PREFIX + name} value={value} required />
      {text}
    </label>
  );
  return (
    <fieldset className="surface mb-3 grid gap-4 p-4 sm:grid-cols-2" onInput={chooseMineWhenTyping}>
      <legend className="px-1 font-semibold">{label}</legend>
      <div>
        {choice('stored', 'Conservar la versión guardada')}
        {stored}
        {before === undefined ? null : (
          <div className="mt-2 text-[0.8125rem] text-muted">
            <span>Antes: </span>
            {before}
          </div>
        )}
      </div>
      <div>
        {choice('mine', 'Usar la mía (se puede corregir)')}
        {control}
      </div>
    </fieldset>
  );
}
