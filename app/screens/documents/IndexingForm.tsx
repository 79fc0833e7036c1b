import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { DuplicateDocument } from '#server/features/documents/document-files.ts';
import { campoName, readExtraValue } from '#server/domain/extra-values.ts';
import type { UploadType } from '#server/features/documents/document-types.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Checkbox, Select } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { emptyControls } from '../forms/empty-controls.ts';
import { FieldControl, type FieldErrorsByName } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { stemOf } from '../files/upload-entry.ts';
import { reasonToRefuse } from '../files/upload-target.ts';
import { createFileChecks } from '../files/check-file.ts';
import { labelOf } from '../forms/labels.ts';
import { campoControls, campoFields, typeOptions } from './document-fields.tsx';
import { DUPLICATES_URL } from './document-links.ts';
import type { IndexedFile } from './indexing-session.ts';
import type { IndexingData } from './record-data.ts';

/** What carries over from one document to the next. */
export interface CarriedFields {
  typeId: string;
  /** Values of the type's fields, by name. */
  values: Readonly<Record<string, string>>;
  keepsValues: boolean;
}

interface IndexingFormProps {
  data: Pick<IndexingData, 'fields' | 'maxBytes' | 'rules' | 'types'>;
  shown: IndexedFile;
  kept: CarriedFields;
  hasOthers: boolean;
  onType: (values: Readonly<Record<string, string>>) => void;
  /** `values`: of the whole form, to open it again with; `kept.values` are those to be stored. */
  onSend: (shown: IndexedFile, kept: CarriedFields, values: Readonly<Record<string, string>>) => void;
  onSkip: () => void;
  onRemove: () => void;
}

const KEEP = 'conservar';
/** Controls that an error can link to, by the first part of their names. */
const LINKED = ['documentId', 'documentName', 'campos'];

/** The form of one file. The fields of its type appear with the type; Enter sends it. */
export function IndexingForm({ data, shown, kept, hasOthers, onType, onSend, onSkip, onRemove }: IndexingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { file, values } = shown;
  const [failure, setFailure] = useState(shown.refusal);
  const typeId = values?.['documentId'] ?? kept.typeId;
  const type = data.types.find(({ id }) => id === typeId);
  const twin = useDuplicate(file);
  const start = values ?? (kept.keepsValues ? kept.values : {});
  const keepsValues = values ? Boolean(values[KEEP]) : kept.keepsValues;
  // When correcting, the focus goes to the error instead.
  useFirstField(form, typeId === '', failure === null);
  // Its buttons stick to the bottom of the window like a save bar.
  useRootMark('save-bar');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const all = valuesOf(event.currentTarget);
    const { [KEEP]: keeps, ...typed } = all;
    const errors = { ...emptyControls(event.currentTarget), ...unreadable(type, typed) };
    if (Object.keys(errors).length > 0) {
      setFailure({ message: 'Hay datos que corregir.', errors });
      return;
    }
    onSend(shown, { typeId, values: typed, keepsValues: keeps !== undefined }, all);
  };
  const problem =
    shown.unfit || (type ? reasonToRefuse(file, { name: type.name, extensions: type.extensions, maxBytes: data.maxBytes }) : null);
  return (
    <form
      ref={form}
      // Values of a type chosen before stay too: choosing a wrong type must not erase them.
      onInput={({ currentTarget }) => onType({ ...values, [KEEP]: '', ...valuesOf(currentTarget) })}
      onSubmit={send}
      noValidate
      className="surface indexing-form"
      aria-label={`Datos de ${file.name}`}
    >
      <FormFailure failure={failure} fields={LINKED} />
      <p className="wrap-anywhere text-muted">
        {file.name} · {formatFileSize(file.size)}
      </p>
      <Field name="documentId" label={labelOf(data.fields, 'documentId')} errors={failure?.errors['documentId']} required>
        {(control) => <Select {...control} placeholder="Elija el tipo" options={typeOptions(data.types)} defaultValue={typeId} />}
      </Field>
      {problem === null ? null : (
        <Notice kind="warning" live>
          {problem}
        </Notice>
      )}
      {twin === null ? null : (
        <Notice kind="warning" live>
          Este contenido ya está en{' '}
          <a className="text-link" href={twin.url} target="_blank" rel="noopener">
            {twin.documentName}
          </a>{' '}
          ({twin.typeName}). Puede indexarlo igual, o quitarlo.
        </Notice>
      )}
      {data.fields
        .filter(({ name }) => name === 'documentName')
        .map((field) => (
          <FieldControl key={field.name} field={field} value={values?.[field.name] ?? stemOf(file.name)} errors={failure?.errors} />
        ))}
      {type ? <TypeFields key={type.id} type={type} rules={data.rules} start={start} keeps={keepsValues} errors={failure?.errors} /> : null}
      <div className="indexing-acts">
        <Button type="submit" look="primary" disabled={problem !== null}>
          {hasOthers ? 'Indexar y seguir' : 'Indexar'}
        </Button>
        {hasOthers ? <Button onClick={onSkip}>Más tarde</Button> : null}
        <Button look="quiet" onClick={onRemove}>
          Quitar
        </Button>
      </div>
      <p className="text-[0.8125rem] text-muted pointer-coarse:hidden">
        Enter indexa y pasa al siguiente. Alt+↓ y Alt+↑ cambian de archivo.
      </p>
    </form>
  );
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/**
 * Values that are not a valid date, number or amount, with the server's wording: its answer would come when the person is already at the
 * next document.
 */
function unreadable(type: UploadType | undefined, typed: Readonly<Record<string, string>>): Record<string, string[]> {
  const read = (type?.fields ?? []).map(
    (field) => [campoName(field.clave), readExtraValue(field, typed[campoName(field.clave)] ?? '')] as const,
  );
  return Object.fromEntries(read.flatMap(([name, value]) => ('problem' in value ? [[name, [value.problem]]] : [])));
}

interface TypeFieldsProps {
  type: UploadType;
  rules: IndexingData['rules'];
  start: Readonly<Record<string, string>>;
  keeps: boolean;
  errors: FieldErrorsByName | undefined;
}

function TypeFields({ type: { fields }, rules, start, keeps, errors }: TypeFieldsProps) {
  if (fields.length === 0) return null;
  const draw = campoControls(fields);
  return (
    <>
      {campoFields(fields, { rules }).map((field) => (
        <FieldControl key={field.name} field={field} value={start[field.name]} errors={errors} draw={draw[field.name]} />
      ))}
      <Checkbox name={KEEP} label="Conservar estos valores en el siguiente" defaultChecked={keeps} />
    </>
  );
}

/** Focuses the name, selected so that typing replaces it, or the type if it must be chosen first. */
function useFirstField(form: React.RefObject<HTMLFormElement>, needsType: boolean, wanted: boolean): void {
  const first = useRef(needsType);
  const isWanted = useRef(wanted);
  useEffect(() => {
    if (!isWanted.current) return;
    const control = form.current?.querySelector<HTMLInputElement | HTMLSelectElement>(
      first.current ? 'select' : 'input[name="documentName"]',
    );
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, [form]);
}

type StoredTwin = DuplicateDocument & { url: string };

const checks = createFileChecks();

/** A document with the same content that the person may see; null when unknown. Only the file's hash is sent. */
function useDuplicate(file: File): StoredTwin | null {
  const [found, setFound] = useState<StoredTwin | null>(null);
  useEffect(() => {
    const pendingSearch = new AbortController();
    findTwin(file, pendingSearch.signal).then(
      (twin) => {
        if (!pendingSearch.signal.aborted) setFound(twin);
      },
      () => undefined,
    );
    return () => pendingSearch.abort();
  }, [file]);
  return found;
}

async function findTwin(file: File, signal: AbortSignal): Promise<StoredTwin | null> {
  const sha256 = await checks.hash(file, signal);
  if (sha256 === '') return null;
  const response = await fetch(`${DUPLICATES_URL}?sha256=${sha256}`, { headers: { Accept: 'application/json' }, signal });
  if (!response.ok) return null;
  const { duplicates } = (await response.json()) as { duplicates: StoredTwin[] };
  return duplicates[0] ?? null;
}
