import { useState, type FormEvent } from 'react';
import type { FieldDescription } from '#server/domain/fields.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { recordHref } from '../../record-links.ts';
import { ConflictView } from './ConflictView.tsx';
import { rowLabel } from './ExtraFieldLines.tsx';
import { FieldControl, isEditable, type FieldErrorsByName } from '../forms/FieldControl.tsx';
import { drawnBy } from './field-controls.tsx';
import { ConfirmChange } from '../forms/ConfirmChange.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import type { CatalogRecordData, SaveFailure } from './record-data.ts';
import { sectionsOf, type RecordParts } from './record-parts.ts';
import { Baseline } from '../forms/Baseline.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { ImageUploadForm } from '../files/images/ImageUploadForm.tsx';

export interface CatalogScreenProps {
  data: CatalogRecordData;
  parts?: RecordParts | undefined;
}

/** Form to create or edit. */
export function CatalogForm({ data, parts = {} }: CatalogScreenProps) {
  const { copied, description, record, back, crumbs } = data;
  const { answer: failure, lost, saving, warning } = useSaveForm<SaveFailure>();
  const { listUrl, noun } = description;
  const title = record ? `Editar ${record.title}` : `${capitalize(agree(noun, 'nuevo'))} ${noun.singular}`;
  const action = record ? recordHref(listUrl, record.id, { mode: 'edit', back }) : recordHref(listUrl, 'new', { back });
  const cancelHref = record ? recordHref(listUrl, record.id, { back }) : (crumbs.at(-1)?.href ?? listUrl);
  const { Aside, formSections = {}, controls = {} } = parts;
  const start = { ...initialValues(description.fields), ...copied?.values, ...record?.values, ...failure?.values };
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>> | null>(null);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    warning.markChanged();
    if (Aside) setTyped(Object.fromEntries(new FormData(event.currentTarget)));
  };
  if (failure?.conflict) {
    const { conflict } = failure;
    return (
      <ConflictView data={data} controls={controls} failure={failure} conflict={conflict} lost={lost} saving={saving} warning={warning} />
    );
  }
  return (
    <>
      <PageHead
        title={title}
        {...(copied && { subtitle: `Copia de «${copied.title}». Cambie lo que sea distinto: el original queda como está.` })}
        crumbs={[...crumbs, ...(record ? [{ label: record.title, href: cancelHref }, { label: 'Editar' }] : [{ label: title }])]}
      />
      {failure?.question ? null : (
        <FormFailure failure={failure} fields={description.fields.map(({ name }) => name)} labels={partLabels(failure?.errors)} />
      )}
      <div className="record-columns">
        <SaveForm
          action={action}
          state={{ lost, saving, warning }}
          onInput={onInput}
          className="min-w-0"
          bar={{ another: record ? undefined : agree(noun, 'otro'), cancelHref }}
        >
          {failure?.question ? (
            <ConfirmChange question={failure.question} confirmLabel="Guardar de todos modos" cancelHref={cancelHref} />
          ) : null}
          <input type="hidden" name="formToken" value={failure?.formToken || data.formToken} />
          {record ? <Baseline {...(failure?.version ? failure : { version: record.version, base: record.values })} /> : null}
          {sectionsOf(description.fields.filter(isEditable)).map(([heading, fields]) => {
            const Section = formSections[heading];
            return (
              <section key={heading} className="form-column mb-6">
                {heading === '' ? null : <h2>{heading}</h2>}
                {fields.map((field) => (
                  <FieldControl
                    key={field.name}
                    field={field}
                    value={start[field.name]}
                    stored={record?.values[field.name]}
                    errors={failure?.errors}
                    draw={drawnBy(controls, field)}
                  />
                ))}
                {Section ? <Section values={start} /> : null}
              </section>
            );
          })}
        </SaveForm>
        {Aside ? <Aside values={typed ?? start} /> : null}
      </div>
      <PlainPictures data={data} />
    </>
  );
}

/** Picture uploads without scripts: forms of their own, each of which saves at once. */
function PlainPictures({ data: { description, record, back } }: Pick<CatalogScreenProps, 'data'>) {
  const fields = description.fields.filter(({ kind }) => kind === 'image' || kind === 'links');
  if (record?.isActive !== true || fields.length === 0) return null;
  const id = description.parentId === '' ? record.id : `${description.parentId}/${record.id}`;
  return (
    <noscript>
      {fields.map((field) => (
        <ImageUploadForm key={field.name} catalog={description.id} id={id} version={record.version} field={field} back={back} />
      ))}
    </noscript>
  );
}

/** Labels that name the row for errors in a part of a field. */
function partLabels(errors: FieldErrorsByName = {}): Record<string, string> {
  return Object.fromEntries(
    Object.keys(errors)
      .filter((name) => name.includes('.'))
      .map((name) => [name, rowLabel(name)]),
  );
}

function initialValues(fields: readonly FieldDescription[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, field.initial]));
}
