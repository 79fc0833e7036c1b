import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { PACKAGE_LINES_MAX } from '#server/domain/package-states.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, FieldErrors, fieldId } from '../../ui/Field.tsx';
import { optionsOfRecords } from '../forms/options-of-records.ts';
import { Select, TextArea } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelsOf } from '../forms/labels.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm, type SaveFormState } from '../forms/use-save-form.ts';
import { listHref } from '../../record-links.ts';
import type { DraftAnswer } from './act-on-package.ts';
import { DocumentLines, PaperLines, useLines, useRecoveredDraft, type Lines } from './DraftLines.tsx';
import type { PackageFormData } from './package-data.ts';
import { lineNumber, SENT_URL, sentHref } from './package-links.ts';

/** A package being put together: its destination and contents. */
export function PackageForm({ data }: { data: PackageFormData }) {
  const { answer, ...state } = useSaveForm<DraftAnswer>();
  const { draft, back } = data;
  const title = draft ? `Editar ${draft.code}` : 'Nuevo paquete';
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: 'Paquetes enviados', href: listHref(SENT_URL, back) },
          ...(draft ? [{ label: draft.code, href: sentHref(draft.id, { back }) }, { label: 'Editar' }] : [{ label: 'Nuevo' }]),
        ]}
        subtitle="Guárdelo cuando quiera: nadie más lo ve hasta que lo envíe."
      />
      <FormFailure failure={answer} labels={{ ...labelsOf(data.fields), ...lineLabels(answer), lines: 'Contenido' }} />
      <DraftForm key={answer?.stamp ?? 'first'} data={data} answer={answer} state={state} />
    </>
  );
}

/** Lines are labelled by their number. */
function lineLabels(answer: DraftAnswer | null): Readonly<Record<string, string>> {
  const lines = Object.keys(answer?.errors ?? {}).flatMap((name) => {
    const number = lineNumber(name);
    return number === null ? [] : [[name, `Línea ${number}`] as const];
  });
  return Object.fromEntries(lines);
}

interface DraftFormProps {
  data: PackageFormData;
  answer: DraftAnswer | null;
  state: Omit<SaveFormState<never>, 'answer'>;
}

function DraftForm({ data, answer, state }: DraftFormProps) {
  const { draft, back } = data;
  const start = answer?.given ?? data.values;
  const [needReassign, setNeedReassign] = useState(start.needReassign);
  const papers = useLines(start.needReassign ? [] : start.detailOfPackage);
  const documents = useLines(start.needReassign ? start.detailOfPackage : []);
  const contents = useRef<HTMLElement>(null);
  useRecoveredDraft(contents, (values) => {
    const reassigns = values['needReassign']?.[0] ?? String(needReassign);
    (reassigns === 'true' ? documents : papers).recover(values);
  });
  // Kept: a lookup reloads the page's data, with another token.
  const [formToken] = useState(answer?.formToken || data.formToken);
  const action = draft ? sentHref(draft.id, { mode: 'edit', back }) : `${SENT_URL}/new`;
  const errors = answer?.errors ?? {};
  const cancelHref = draft ? sentHref(draft.id, { back }) : listHref(SENT_URL, back);
  return (
    <SaveForm action={action} state={state} bar={{ label: 'Guardar y revisar', cancelHref }}>
      {needReassign ? null : (
        <Button type="submit" name="intent" value="add-line" className="sr-only" tabIndex={-1} aria-hidden>
          Agregar línea
        </Button>
      )}
      <input type="hidden" name="formToken" value={formToken} />
      <input type="hidden" name="digitalizationId" value={start.digitalizationId} />
      {draft ? <input type="hidden" name="version" value={answer?.version || draft.version} /> : null}
      <Destination data={data} answer={answer} action={action} errors={errors} lines={needReassign ? documents : papers} />
      <section ref={contents} id={fieldId('lines')} tabIndex={-1} className="mb-6 max-w-220">
        <h2>Contenido</h2>
        <ContentKind fields={data.fields} needReassign={needReassign} onChange={setNeedReassign} />
        <FieldErrors id={`${fieldId('lines')}-error`} errors={errors['lines'] ?? []} />
        {needReassign ? (
          <DocumentLines lines={documents} found={answer?.found ?? null} errors={errors} action={action} />
        ) : (
          <PaperLines lines={papers} types={data.types} keptType={answer?.keptType ?? ''} errors={errors} action={action} />
        )}
        <p className="field-help">Hasta {PACKAGE_LINES_MAX} líneas.</p>
      </section>
    </SaveForm>
  );
}

const KIND_HELP = {
  false: 'Al recibirlos se crea un documento por cada uno.',
  true: 'Al recibirlos cambian de agencia y de encargado.',
} as const;

interface ContentKindProps extends Pick<PackageFormData, 'fields'> {
  needReassign: boolean;
  onChange: (needReassign: boolean) => void;
}

function ContentKind({ fields, needReassign, onChange }: ContentKindProps) {
  const words = fieldOf(fields, 'needReassign').options ?? [];
  return (
    <fieldset className="mb-3">
      <legend className="sr-only">Qué lleva el paquete</legend>
      {Object.entries(KIND_HELP).map(([value, help]) => (
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
            {words.find((word) => word.value === value)?.label} <span className="text-muted">{help}</span>
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

interface DestinationProps extends Pick<DraftFormProps, 'answer' | 'data'> {
  action: string;
  errors: Readonly<Record<string, readonly string[]>>;
  lines: Lines;
}

/** Offers the people of the agency who receive packages and may view all of this one's types; for the others it says why not. */
function Destination({ data, answer, action, errors, lines: { lines } }: DestinationProps) {
  const { fields, destinations } = data;
  const start = answer?.given ?? data.values;
  const place = useRef<HTMLElement>(null);
  const [agencyId, setAgencyId] = useState(start.agencyId);
  const [userAssign, setUserAssign] = useState(start.userAssign);
  const types = lines.map(({ documentId }) => documentId);
  const people = usePeople(answer?.people ?? data.people, { action, place, agencyId, types });
  return (
    <section ref={place} className="form-column mb-6">
      <h2>Destino</h2>
      <Field
        name="agencyId"
        label={fieldOf(fields, 'agencyId').label}
        help={fieldOf(fields, 'agencyId').help}
        required
        errors={errors['agencyId']}
      >
        {(control) => (
          <div className="flex gap-2">
            <Select
              {...control}
              required={false}
              placeholder="Elija una agencia"
              options={optionsOfRecords(destinations)}
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
        label={fieldOf(fields, 'userAssign').label}
        help={fieldOf(fields, 'userAssign').help}
        errors={errors['userAssign']}
      >
        {(control) => (
          <Select
            {...control}
            placeholder="Cualquier persona de la agencia"
            options={optionsOfRecords(
              people,
              userAssign === '' ? undefined : { value: userAssign, label: `${nameOf(data, userAssign)} (no puede recibirlo)` },
            )}
            value={userAssign}
            onChange={({ target }) => setUserAssign(target.value)}
          />
        )}
      </Field>
      <Field name="note" label={fieldOf(fields, 'note').label} errors={errors['note']}>
        {(control) => <TextArea {...control} rows={2} defaultValue={start.note} />}
      </Field>
    </section>
  );
}

function nameOf({ people }: PackageFormData, id: string): string {
  return people.find((person) => person.id === id)?.name ?? 'La persona elegida';
}

function fieldOf(fields: PackageFormData['fields'], name: string) {
  const found = fields.find((field) => field.name === name);
  if (!found) throw new Error(`the form of a package has no field ${name}`);
  return found;
}

interface AskedPeople {
  action: string;
  /** An element inside the form, to find the form. */
  place: RefObject<HTMLElement>;
  agencyId: string;
  types: readonly string[];
}

/** Fetches the people again, with the form's current values, when the agency or the types change. */
function usePeople(start: DraftAnswer['people'], { action, place, agencyId, types }: AskedPeople): DraftAnswer['people'] {
  const { data, submit } = useFetcher<DraftAnswer | LostConnection>();
  const asked = [agencyId, ...[...new Set(types)].filter(Boolean).sort()].join(' ');
  const known = useRef(asked);
  useEffect(() => {
    const form = place.current?.closest('form');
    if (asked === known.current || !form) return;
    known.current = asked;
    const sent = new FormData(form);
    sent.set('intent', 'people');
    // The search for documents is not part of it.
    sent.delete('q');
    submit(sent, { method: 'post', action });
  }, [asked, place, submit, action]);
  if (agencyId === '') return [];
  return data && 'people' in data ? data.people : start;
}
