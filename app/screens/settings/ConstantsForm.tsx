import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { constantList, type ConstantItem, type ConstantListDefinition } from '#server/domain/constants.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { passFocusOn } from '../../ui/form-events.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import type { ConstantsAnswer, loadConstants } from './constants-data.ts';
import { SETTINGS_CRUMB } from './settings-crumb.ts';
import { useSaveForm } from '../forms/use-save-form.ts';

const RULES = {
  states: ' Los códigos guardados no cambian, su nombre sí; los estados que usted agregue los ponen otros programas.',
  others: ' Los códigos guardados no cambian.',
} as const;
const LISTS_HREF = '/settings/constants';

/** Rows of one list. Adding and removing rows involves the server only without scripts. */
export function ConstantsForm() {
  const data = useLoaderData<typeof loadConstants>();
  const list = constantList(data.id);
  const { answer, ...state } = useSaveForm<ConstantsAnswer>();
  if (!list) return null;
  const failure = answer?.failure ?? null;
  return (
    <>
      <PageHead
        title={list.title}
        subtitle={`${list.description} ${list.idLabel}: ${lowerFirst(list.idRule)}${RULES[list.lockedIds.length > 0 ? 'states' : 'others']}`}
        crumbs={[SETTINGS_CRUMB, { label: 'Constantes de mantenimiento', href: LISTS_HREF }, { label: list.title }]}
      />
      {failure && !failure.conflict ? <FormFailure failure={failure} labels={rowLabels(failure)} /> : null}
      {failure?.conflict ? <Conflict list={list} message={failure.message} stored={failure.conflict.stored} /> : null}
      <SaveForm
        className="max-w-200"
        state={state}
        bar={{ cancelHref: LISTS_HREF, note: data.updatedAt === '' ? undefined : `Guardado el ${data.updatedAt}` }}
      >
        {/* The default button for Enter: without it, Enter would press the first button of a row. */}
        <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden>
          Guardar
        </button>
        <input type="hidden" name="version" value={answer?.version ?? data.version} />
        <Rows
          key={JSON.stringify(answer?.rows ?? data.items)}
          list={list}
          stored={data.items}
          initial={answer?.rows ?? data.items}
          errors={failure?.errors ?? {}}
          onChange={state.warning.markChanged}
        />
      </SaveForm>
    </>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Labels of errors, by row. */
function rowLabels({ errors }: NonNullable<ConstantsAnswer['failure']>): Record<string, string> {
  return Object.fromEntries(Object.keys(errors).map((key) => [key, `Fila ${Number.parseInt(key, 10) + 1}`]));
}

function Conflict({ list, message, stored }: { list: ConstantListDefinition; message: string; stored: readonly ConstantItem[] }) {
  return (
    <Notice kind="warning" live className="mb-4 max-w-200">
      <p>{message} Abajo está lo que usted escribió; esto es lo guardado:</p>
      <ul className="mt-1.5 grid gap-0.5">
        {stored.map((item) => (
          <li key={item.id}>
            <code>{item.id}</code>: {item.value}
          </li>
        ))}
        {stored.length === 0 ? <li>{`${list.title}: ninguna fila.`}</li> : null}
      </ul>
    </Notice>
  );
}

interface RowsProps {
  list: ConstantListDefinition;
  stored: readonly ConstantItem[];
  initial: readonly ConstantItem[];
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: () => void;
}

interface Row extends ConstantItem {
  key: number;
  /** The portal's code refers to its id: the row cannot be removed. */
  locked: boolean;
  /** Records hold its id: a changed id would be another row. */
  isStored: boolean;
}

function toRows({ list, stored, initial: items }: Pick<RowsProps, 'initial' | 'list' | 'stored'>): Row[] {
  const isFirst = (item: ConstantItem, key: number) => items.findIndex(({ id }) => id === item.id) === key;
  return items.map((item, key) => ({
    ...item,
    key,
    locked: list.lockedIds.includes(item.id) && isFirst(item, key),
    isStored: stored.some(({ id }) => id === item.id) && isFirst(item, key),
  }));
}

function Rows({ list, stored, initial, errors, onChange }: RowsProps) {
  const [rows, setRows] = useState<Row[]>(() => toRows({ list, stored, initial }));
  /** Errors whose row numbers are outdated because rows were added or removed since. */
  const [outdated, setOutdated] = useState<RowsProps['errors'] | null>(null);
  const change = (next: (rows: Row[]) => Row[]) => {
    setRows(next);
    setOutdated(errors);
    onChange();
  };
  return (
    <>
      <div className="surface mb-3 grid gap-x-3 gap-y-2 p-4">
        <div
          aria-hidden
          className="hidden grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.5rem] gap-3 text-[0.8125rem] font-medium text-muted sm:grid"
        >
          <span>{list.idLabel}</span>
          <span>{list.valueLabel}</span>
        </div>
        {rows.length === 0 ? <p className="text-muted">Todavía no hay filas. Agregue la primera.</p> : null}
        {rows.map((row, index) => (
          <RowInputs
            key={row.key}
            list={list}
            row={row}
            index={index}
            errors={outdated === errors ? {} : errors}
            onEdit={(part) => setRows((all) => all.map((other) => (other.key === row.key ? { ...other, ...part } : other)))}
            onRemove={() => change((all) => all.filter((other) => other.key !== row.key))}
          />
        ))}
      </div>
      <Button
        type="submit"
        name="intent"
        value="add"
        data-add=""
        small
        icon="plus"
        formNoValidate
        onClick={(event) => {
          event.preventDefault();
          change((all) => [
            ...all,
            { id: '', value: '', locked: false, isStored: false, key: Math.max(-1, ...all.map((row) => row.key)) + 1 },
          ]);
        }}
      >
        Agregar fila
      </Button>
    </>
  );
}

interface RowInputsProps {
  list: ConstantListDefinition;
  row: Row;
  index: number;
  errors: RowsProps['errors'];
  onEdit: (part: Partial<ConstantItem>) => void;
  onRemove: () => void;
}

function RowInputs({ list, row, index, errors, onEdit, onRemove }: RowInputsProps) {
  const input = (part: 'id' | 'value', label: string, look?: string) => {
    const name = `${index}.${part}`;
    const id = fieldId(name);
    const wrong = errors[name] ?? [];
    return (
      <>
        <TextInput
          id={id}
          name={part}
          value={row[part]}
          onChange={({ currentTarget }) => onEdit({ [part]: currentTarget.value })}
          readOnly={part === 'id' && row.isStored}
          className={look}
          autoComplete="off"
          spellCheck={false}
          aria-label={`${label}, fila ${index + 1}`}
          aria-invalid={wrong.length > 0 || undefined}
          aria-describedby={wrong.length > 0 ? `${id}-error` : undefined}
        />
        <FieldErrors id={`${id}-error`} errors={wrong} />
      </>
    );
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_2.5rem] gap-x-3 gap-y-1 border-b border-line pb-2 last:border-0 last:pb-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.5rem] sm:border-0 sm:pb-0">
      <div>{input('id', list.idLabel, row.isStored ? 'bg-base-200 font-mono' : 'font-mono')}</div>
      <div className="max-sm:col-start-1">{input('value', list.valueLabel)}</div>
      <div className="max-sm:col-start-2 max-sm:row-start-1">
        {row.locked ? null : (
          <Button
            type="submit"
            name="intent"
            value={`remove:${index}`}
            data-remove=""
            look="quiet"
            icon="trash-2"
            iconOnly
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              passFocusOn(event.currentTarget);
              onRemove();
            }}
          >
            {`Quitar la fila ${index + 1}`}
          </Button>
        )}
      </div>
    </div>
  );
}
