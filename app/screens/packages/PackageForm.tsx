import { useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { PACKAGE_LINES_MAX, PACKAGE_TEXT_MAX } from '#server/domain/package-states.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, FieldErrors, fieldId } from '../../ui/Field.tsx';
import { optionsOfRecords, Select, TextArea } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm, type SaveFormState } from '../forms/use-save-form.ts';
import { listHref } from '../../record-links.ts';
import type { DraftAnswer } from './act-on-package.ts';
import { DocumentLines } from './DocumentLines.tsx';
import type { PackageData, PackageFormData } from './package-data.ts';
import { lineNumber, SENT_URL, sentHref } from './package-links.ts';
import { PaperLines } from './PaperLines.tsx';
import { useLines, type Lines } from './use-lines.ts';

interface PackageFormProps {
  data: PackageData;
  form: PackageFormData;
}

/** A package while it is put together: where it goes, and what is in it. */
export function PackageForm({ data, form }: PackageFormProps) {
  const { answer, ...state } = useSaveForm<DraftAnswer>();
  const { record, back } = data;
  const title = record ? `Editar ${record.code}` : 'Nuevo paquete';
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: 'Paquetes enviados', href: listHref(SENT_URL, back) },
          ...(record ? [{ label: record.code, href: sentHref(record.id, { back }) }, { label: 'Editar' }] : [{ label: 'Nuevo' }]),
        ]}
        subtitle="Guárdelo cuando quiera: nadie más lo ve hasta que lo envíe."
      />
      <FormFailure failure={answer} labels={labelsOf(answer)} />
      <DraftForm key={answer?.stamp ?? 'first'} data={data} form={form} answer={answer} state={state} />
    </>
  );
}

const LABELS = { agencyId: 'Agencia de destino', userAssign: 'Para', note: 'Nota', lines: 'Contenido' };

/** Also of lines, which are told by their number. */
function labelsOf(answer: DraftAnswer | null): Readonly<Record<string, string>> {
  const lines = Object.keys(answer?.errors ?? {}).flatMap((name) => {
    const number = lineNumber(name);
    return number === null ? [] : [[name, `Línea ${number}`] as const];
  });
  return { ...LABELS, ...Object.fromEntries(lines) };
}

type DraftFormProps = PackageFormProps & { answer: DraftAnswer | null; state: Omit<SaveFormState<never>, 'answer'> };

function DraftForm({ data, form, answer, state }: DraftFormProps) {
  const { record, back } = data;
  const start = answer?.input ?? form.input;
  const [needReassign, setNeedReassign] = useState(start.needReassign);
  const papers = useLines(start.needReassign ? [] : start.lines);
  const documents = useLines(start.needReassign ? start.lines : []);
  // Looking something up loads the page's data again, with another token.
  const [formToken] = useState(answer?.formToken || data.formToken);
  const action = record ? sentHref(record.id, { mode: 'edit', back }) : `${SENT_URL}/new`;
  const errors = answer?.errors ?? {};
  const cancelHref = record ? sentHref(record.id, { back }) : listHref(SENT_URL, back);
  return (
    <SaveForm action={action} state={state} bar={{ label: 'Guardar y revisar', cancelHref }}>
      {needReassign ? null : (
        <Button type="submit" name="intent" value="add-line" className="sr-only" tabIndex={-1} aria-hidden>
          Agregar línea
        </Button>
      )}
      <input type="hidden" name="formToken" value={formToken} />
      <input type="hidden" name="digitalizationId" value={start.digitalizationId} />
      {record ? <input type="hidden" name="version" value={answer?.version || record.version} /> : null}
      <Destination form={form} answer={answer} action={action} errors={errors} lines={needReassign ? documents : papers} />
      <section id={fieldId('lines')} tabIndex={-1} className="mb-6 max-w-220">
        <h2>Contenido</h2>
        <ContentKind needReassign={needReassign} onChange={setNeedReassign} />
        <FieldErrors id={`${fieldId('lines')}-error`} errors={errors['lines'] ?? []} />
        {needReassign ? (
          <DocumentLines lines={documents} found={answer?.found ?? null} errors={errors} action={action} />
        ) : (
          <PaperLines lines={papers} types={form.types} keptType={answer?.keptType ?? ''} errors={errors} action={action} />
        )}
        <p className="field-help">Hasta {PACKAGE_LINES_MAX} líneas.</p>
      </section>
    </SaveForm>
  );
}

const KINDS = [
  { value: 'false', label: 'Papeles', help: 'Al recibirlos se crea un documento por cada uno.' },
  { value: 'true', label: 'Documentos ya digitalizados', help: 'Al recibirlos cambian de agencia y de encargado.' },
] as const;

function ContentKind({ needReassign, onChange }: { needReassign: boolean; onChange: (needReassign: boolean) => void }) {
  return (
    <fieldset className="mb-3">
      <legend className="sr-only">Qué lleva el paquete</legend>
      {KINDS.map(({ value, label, help }) => (
        <label key={value} className="flex items-start gap-2.5 py-1">
          <input
            type="radio"
            name="needReassign"
            value={value}
            className="radio radio-primary radio-sm mt-0.5"
            checked={String(needReassign) === value}
            onChange={() => onChange(value === 'true')}
          />
          <span>
            {label} <span className="text-muted">{help}</span>
          </span>
        </label>
      ))}
      <noscript>
        <Button type="submit" name="intent" value="people" small>
          Cambiar contenido
        </Button>
      </noscript>
    </fieldset>
  );
}

interface DestinationProps extends Pick<DraftFormProps, 'answer' | 'form'> {
  action: string;
  errors: Readonly<Record<string, readonly string[]>>;
  lines: Lines;
}

/** The people offered are those of the agency who may view all types of the package. */
function Destination({ form, answer, action, errors, lines: { lines } }: DestinationProps) {
  const start = answer?.input ?? form.input;
  const [agencyId, setAgencyId] = useState(start.agencyId);
  const [userAssign, setUserAssign] = useState(start.userAssign);
  const people = usePeople(answer?.people ?? form.people, { action, agencyId, types: lines.map(({ documentId }) => documentId) });
  const isGone = userAssign !== '' && !people.some(({ id }) => id === userAssign);
  return (
    <section className="form-column mb-6">
      <h2>Destino</h2>
      <Field name="agencyId" label={LABELS.agencyId} required errors={errors['agencyId']}>
        {(control) => (
          <div className="flex gap-2">
            <Select
              {...control}
              required={false}
              placeholder="Elija una agencia"
              options={optionsOfRecords(form.destinations, { value: start.agencyId, label: start.agencyId })}
              value={agencyId}
              onChange={({ target }) => {
                setAgencyId(target.value);
                setUserAssign('');
              }}
            />
            <noscript>
              <Button type="submit" name="intent" value="people">
                Ver personas
              </Button>
            </noscript>
          </div>
        )}
      </Field>
      <Field
        name="userAssign"
        label={LABELS.userAssign}
        help="Quien puede ver todos los tipos del paquete. Sin persona lo tendrá quien lo acepte."
        errors={errors['userAssign']}
      >
        {(control) => (
          <Select
            {...control}
            placeholder="Cualquier persona de la agencia"
            options={optionsOfRecords(
              people,
              isGone ? { value: userAssign, label: `${nameOf(form, userAssign)} (no puede recibirlo)` } : undefined,
            )}
            value={userAssign}
            onChange={({ target }) => setUserAssign(target.value)}
          />
        )}
      </Field>
      <Field name="note" label={LABELS.note} errors={errors['note']}>
        {(control) => <TextArea {...control} rows={2} maxLength={PACKAGE_TEXT_MAX.note} defaultValue={start.note} />}
      </Field>
    </section>
  );
}

function nameOf({ people }: PackageFormData, id: string): string {
  return people.find((person) => person.id === id)?.name ?? 'La persona elegida';
}

type People = PackageFormData['people'];

/** Asked again when the agency or the types change. */
function usePeople(
  start: readonly People[number][],
  { action, agencyId, types }: { action: string; agencyId: string; types: readonly string[] },
): readonly People[number][] {
  const fetcher = useFetcher<DraftAnswer | { lost: true }>();
  const asked = JSON.stringify([agencyId, [...new Set(types)].filter(Boolean).sort()]);
  const [known, setKnown] = useState(asked);
  const { submit } = fetcher;
  useEffect(() => {
    if (asked === known) return;
    setKnown(asked);
    const [agency, ids] = JSON.parse(asked) as [string, string[]];
    const lines = ids.flatMap((id, index) => [
      [`line.${index}.document`, 'x'],
      [`line.${index}.documentId`, id],
    ]);
    submit({ intent: 'people', agencyId: agency, ...(Object.fromEntries(lines) as Record<string, string>) }, { method: 'post', action });
  }, [asked, known, submit, action]);
  const { data } = fetcher;
  if (agencyId === '') return [];
  return data && 'people' in data ? data.people : start;
}
