import { useState, type FormEvent, type ReactNode } from 'react';
import type { Conflict, FormBase, FormValue } from '#server/domain/conflict.ts';
import { KEEP_PREFIX } from '#server/domain/form-base.ts';
import { baseText } from '#server/domain/form-value.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { joinWithAnd } from '#server/domain/text.ts';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Baseline } from './Baseline.tsx';
import { SaveForm } from './SaveForm.tsx';
import { FieldControl, shownText, type FormField } from './FieldControl.tsx';
import type { SaveFormState } from './use-save-form.ts';

/** A conflict whose versions are values by field name; another backend may only report the fields that differ. */
type RecordVersions = Pick<Conflict<FormBase>, 'differing' | 'stored' | 'submitted' | 'version'> &
  Partial<Pick<Conflict<FormBase>, 'base' | 'merged' | 'savedBy'>>;

interface RecordConflictProps<Shown extends FormField> extends Omit<SaveFormState<never>, 'answer'> {
  /** Title of the stored record; without it the form's heading stays. */
  title?: string;
  /** Breadcrumbs of the parent pages. */
  crumbs?: readonly Crumb[];
  /** Address of the form. */
  action: string;
  cancelHref: string;
  message: string;
  /** Time of the stored version, ISO 8601. */
  updatedAt?: string | null;
  conflict: RecordVersions;
  fields: readonly Shown[];
  /** Renders a value, where its text by kind is not enough. */
  textOf?: (field: Shown, value: FormValue) => ReactNode;
  /** Control with the person's own value, which can still be corrected; for undefined that of the field's kind. */
  controlOf?: (field: Shown) => ReactNode;
  /** Further hidden controls. */
  children?: ReactNode;
}

/**
 * Somebody else changed the same fields first: shows the original, the stored and the person's own values. The person keeps the stored
 * value or their own, which can still be edited here; saving is checked against the version shown. Fields that only one side changed are
 * merged already.
 */
export function RecordConflict<Shown extends FormField>(props: RecordConflictProps<Shown>) {
  const { title, crumbs = [], action, cancelHref, message, updatedAt, conflict, fields, children, textOf = shownText, controlOf } = props;
  const { version, stored, submitted, base } = conflict;
  const heading = `Dos versiones de ${title}`;
  const ready = useHydrated();
  const [{ at, undecided }, setUndecided] = useState<{ at: number; undecided: Readonly<Record<string, readonly string[]>> }>({
    at: 0,
    undecided: {},
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    const chosen = new FormData(event.currentTarget);
    const open = fields.filter(({ name }) => conflict.differing.includes(name) && !chosen.has(KEEP_PREFIX + name));
    const errors = open.map(({ name, label }) => [KEEP_PREFIX + name, [`Elija qué versión de «${label}» se conserva.`]] as const);
    setUndecided({ at: event.timeStamp, undecided: Object.fromEntries(errors) });
    if (open.length > 0) event.preventDefault();
    else props.warning.markSent();
  };
  const disputed = (field: Shown): ConflictFieldProps => ({
    name: field.name,
    label: field.label,
    control: controlOf?.(field) ?? <FieldControl field={{ ...field, help: '', required: false }} value={submitted[field.name]} />,
    stored: textOf(field, stored[field.name] ?? null),
    errors: undecided[KEEP_PREFIX + field.name] ?? [],
    ...(base?.[field.name] !== undefined && { before: textOf(field, base[field.name] ?? null) }),
  });
  return (
    <>
      {title === undefined ? null : <PageHead title={heading} crumbs={[...crumbs, { label: heading }]} />}
      <Notice kind="warning" live className="mb-4 max-w-160">
        {message}
        {updatedAt ? ` La versión guardada es del ${formatDateTime(updatedAt)}.` : null}
        <MergedNote conflict={conflict} labelsOf={(names) => fields.filter(({ name }) => names.includes(name)).map(({ label }) => label)} />
      </Notice>
      {/* A new key makes it take the focus again. */}
      <ErrorSummary key={at} errors={undecided} />
      {/* Without scripts, the browser's validation has to ask for the choice. */}
      <SaveForm
        key={version}
        action={action}
        state={props}
        noValidate={ready}
        onSubmit={send}
        bar={{ label: 'Guardar lo elegido', cancelHref }}
      >
        {children}
        <Baseline version={version} base={stored} />
        {fields.map((field) =>
          conflict.differing.includes(field.name) ? (
            <ConflictField key={field.name} {...disputed(field)} />
          ) : (
            <input key={field.name} type="hidden" name={field.name} value={baseText(submitted[field.name] ?? null)} />
          ),
        )}
      </SaveForm>
    </>
  );
}

function MergedNote({ conflict, labelsOf }: { conflict: RecordVersions; labelsOf: (names: readonly string[]) => string[] }) {
  const { theirs, mine } = conflict.merged ?? { theirs: [], mine: [] };
  const quoted = (names: readonly string[]) => joinWithAnd(labelsOf(names).map((label) => `«${label}»`));
  const who = conflict.savedBy?.isActor ? 'su otra ventana' : conflict.savedBy?.name || 'la otra persona';
  return (
    <>
      {theirs.length > 0 ? ` Ya se conserva lo que solo cambió ${who}: ${quoted(theirs)}.` : null}
      {mine.length > 0 ? ` Ya se conserva lo que solo cambió usted: ${quoted(mine)}.` : null}
    </>
  );
}

/** Editing one's own value selects it as the one to keep. */
function chooseMineWhenTyping({ target, currentTarget }: FormEvent<HTMLFieldSetElement>): void {
  if (target instanceof HTMLInputElement && target.name.startsWith(KEEP_PREFIX)) return;
  const mine = currentTarget.querySelector<HTMLInputElement>(`input[name^="${KEEP_PREFIX}"][value=mine]`);
  if (mine) mine.checked = true;
}

interface ConflictFieldProps {
  name: string;
  label: string;
  stored: ReactNode;
  /** The value the form was opened with, if it was sent. */
  before?: ReactNode;
  control: ReactNode;
  errors: readonly string[];
}

/** One disputed field: the stored value and one's own, one of which is kept. */
function ConflictField({ name, label, stored, before, control, errors }: ConflictFieldProps) {
  const errorId = `${fieldId(KEEP_PREFIX + name)}-error`;
  const choice = (value: 'stored' | 'mine', text: string) => (
    <label className="mb-2 flex items-center gap-2">
      <input
        type="radio"
        className="radio radio-sm"
        id={value === 'stored' ? fieldId(KEEP_PREFIX + name) : undefined}
        name={KEEP_PREFIX + name}
        value={value}
        required
        aria-describedby={errors.length > 0 ? errorId : undefined}
      />
      {text}
    </label>
  );
  return (
    <fieldset className="surface mb-3 grid gap-4 p-4 sm:grid-cols-2" onInput={chooseMineWhenTyping}>
      <legend className="px-1 font-semibold">{label}</legend>
      <div className="sm:col-span-2 empty:hidden">
        <FieldErrors id={errorId} errors={errors} />
      </div>
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
