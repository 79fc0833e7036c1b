import { Form } from '@remix-run/react';
import type { FormEvent } from 'react';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { FieldDescription } from '#server/catalogs/definition.ts';
import type { CatalogConflict } from '#server/catalogs/record.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { agree, capitalize, theOne } from '#server/domain/grammar.ts';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { recordHref } from '../lists/record-links.ts';
import { controlText, FieldControl, isEditable, type DrawControl, type DrawControls } from './FieldControl.tsx';
import { FieldValue } from './FieldValue.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import type { SaveFailure } from './record-data.ts';
import type { UnsavedWarning } from '../forms/use-unsaved-warning.ts';

interface ConflictViewProps {
  description: CatalogDescription;
  crumbs: readonly Crumb[];
  draw: DrawControls;
  back: string;
  failure: SaveFailure;
  conflict: CatalogConflict;
  lost: boolean;
  saving: boolean;
  warning: UnsavedWarning;
}

/**
 * Somebody saved first: both versions field by field. The person keeps the stored value, or their own, which can still
 * be edited here; saving is checked against the version shown.
 */
export function ConflictView({ description, crumbs, draw, back, failure, conflict, lost, saving, warning }: ConflictViewProps) {
  const { listUrl, noun, fields } = description;
  const { stored, differing } = conflict;
  const title = `Dos versiones de ${stored.title}`;
  const differs = new Set(differing);
  return (
    <>
      <PageHead title={title} crumbs={[...crumbs, { label: title }]} />
      <Notice kind="warning" live className="mb-4 max-w-160">
        {failure.message}
        {stored.isActive ? null : ` ${capitalize(theOne(noun))} además fue ${agree(noun, 'eliminado')}.`}
        {stored.updatedAt ? ` La versión guardada es del ${formatDateTime(stored.updatedAt)}.` : null}
      </Notice>
      <Form
        method="post"
        action={recordHref(listUrl, stored.id, { mode: 'edit', back })}
        onInput={warning.markChanged}
        onSubmit={warning.markSent}
      >
        <input type="hidden" name="version" value={stored.version} />
        {fields
          .filter(isEditable)
          .map((field) =>
            differs.has(field.name) ? (
              <FieldConflict
                key={field.name}
                field={field}
                conflict={conflict}
                mine={failure.values[field.name] ?? conflict.submitted[field.name]}
                draw={draw[field.name]}
              />
            ) : (
              <input key={field.name} type="hidden" name={field.name} value={controlText(stored.values[field.name])} />
            ),
          )}
        <SaveBar label="Guardar lo elegido" cancelHref={recordHref(listUrl, stored.id, { back })} saving={saving} lost={lost} />
      </Form>
      <LeaveDialog blocker={warning.blocker} />
    </>
  );
}

/** Correcting one's own value says that it is the one to keep. */
function chooseMineWhenTyping({ target, currentTarget }: FormEvent<HTMLFieldSetElement>): void {
  if (target instanceof HTMLInputElement && target.type === 'radio') return;
  const mine = currentTarget.querySelector<HTMLInputElement>('input[type=radio][value=mine]');
  if (mine) mine.checked = true;
}

function FieldConflict({
  field,
  conflict,
  mine,
  draw,
}: {
  field: FieldDescription;
  conflict: CatalogConflict;
  mine: unknown;
  draw: DrawControl | undefined;
}) {
  const name = `keep.${field.name}`;
  return (
    <fieldset className="surface mb-3 grid gap-4 p-4 sm:grid-cols-2" onInput={chooseMineWhenTyping}>
      <legend className="px-1 font-semibold">{field.label}</legend>
      <div>
        <label className="mb-2 flex items-center gap-2">
          <input type="radio" className="radio radio-sm" name={name} value="stored" required />
          Conservar la versión guardada
        </label>
        <FieldValue field={field} value={conflict.stored.values[field.name] ?? null} title={conflict.stored.title} />
      </div>
      <div>
        <label className="mb-2 flex items-center gap-2">
          <input type="radio" className="radio radio-sm" name={name} value="mine" required />
          Usar la mía (se puede corregir)
        </label>
        <FieldControl field={{ ...field, help: '', required: false }} value={mine} draw={draw} />
      </div>
    </fieldset>
  );
}
