import type { InputHTMLAttributes } from 'react';
import type { FieldOption } from '#server/domain/fields.ts';
import { EXTRA_FIELD_KINDS, keyOf, needsOptions, mayHaveOptions } from '#server/domain/extra-fields.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field, FieldErrors, fieldId } from '../../../ui/Field.tsx';
import { Select, TextArea, TextInput, type Option } from '../../../ui/inputs.tsx';
import { DragHandle } from '../../order/OrderControls.tsx';
import type { RowOrder } from '../../order/use-row-order.ts';
import type { EditedField } from './edited-fields.ts';

interface ExtraFieldRowProps {
  row: EditedField;
  /** 1-based, of `count`. */
  number: number;
  count: number;
  validators: readonly FieldOption[];
  rowOrder: RowOrder;
  /** Id of the text that explains the drag handle. */
  helpId: string;
  errorsOf: (part: string) => readonly string[];
  /** Name of a part in the form's errors. */
  idOf: (part: string) => string;
  onEdit: (change: Partial<EditedField>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One extra field: its controls have no names, because the form sends all rows as one text. */
export function ExtraFieldRow(props: ExtraFieldRowProps) {
  const { row, number, rowOrder } = props;
  const title = row.etiqueta || `campo ${number}`;
  return (
    <li className="surface p-3" {...rowOrder.marks(row.id)}>
      <fieldset>
        <legend className="sr-only">{`Campo ${number}: ${title}`}</legend>
        <RowBar {...props} title={title} />
        {row.locked ? <KeyErrors {...props} /> : null}
        <RowInputs {...props} />
      </fieldset>
    </li>
  );
}

function RowBar({ row, number, count, title, rowOrder, helpId, onMove, onRemove }: ExtraFieldRowProps & { title: string }) {
  return (
    <div className="mb-2 flex items-center gap-1">
      <DragHandle helpId={helpId} id={row.id} title={title} rowOrder={rowOrder} />
      <span aria-hidden className="tabular shrink-0 text-[0.8125rem] text-muted">{`Campo ${number}`}</span>
      {row.locked ? (
        <code title="La clave no cambia: los documentos guardan su valor con ella." className="truncate text-[0.8125rem] text-muted">
          {row.clave}
        </code>
      ) : null}
      <span className="ms-auto" />
      <Button look="quiet" small icon="arrow-up" iconOnly data-move="-1" disabled={number === 1} onClick={() => onMove(-1)}>
        {`Subir ${title}`}
      </Button>
      <Button look="quiet" small icon="arrow-down" iconOnly data-move="1" disabled={number === count} onClick={() => onMove(1)}>
        {`Bajar ${title}`}
      </Button>
      <Button look="quiet" small icon="trash-2" iconOnly data-remove="" onClick={onRemove}>
        {`Quitar ${title}`}
      </Button>
    </div>
  );
}

/** Errors of a key whose control is no longer shown. */
function KeyErrors({ errorsOf, idOf }: ExtraFieldRowProps) {
  const id = fieldId(idOf('clave'));
  return (
    <div id={id} tabIndex={-1}>
      <FieldErrors id={`${id}-error`} errors={errorsOf('clave')} />
    </div>
  );
}

function RowInputs({ row, validators, errorsOf, idOf, onEdit }: ExtraFieldRowProps) {
  const part = (name: keyof EditedField, label: string) => ({
    facts: { name: idOf(name), label, errors: errorsOf(name) },
    value: String(row[name]),
    onEdit: (text: string) => onEdit({ [name]: text }),
  });
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      <LineInput {...part('etiqueta', 'Etiqueta')} required />
      <ChoiceInput {...part('tipo', 'Tipo')} options={EXTRA_FIELD_KINDS} />
      {mayHaveOptions(row) ? <OptionsInput {...part('opciones', 'Opciones')} required={needsOptions(row)} /> : null}
      {row.locked ? null : (
        <LineInput
          {...part('clave', 'Clave')}
          help="Vacía: se toma de la etiqueta. Después de guardar no cambia."
          className="font-mono"
          placeholder={keyOf(row.etiqueta)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <ChoiceInput {...part('validador', 'Validador')} options={validators} placeholder="Ninguno" />
      <label className={classNames('flex items-center gap-2', row.locked ? 'sm:mt-8' : 'sm:col-span-2')}>
        <input
          type="checkbox"
          className="checkbox checkbox-primary"
          checked={row.obligatorio}
          onChange={({ currentTarget }) => onEdit({ obligatorio: currentTarget.checked })}
        />
        Obligatorio
      </label>
    </div>
  );
}

/** One part of a field; its control has no name, because the form sends all rows as one text. */
interface PartProps {
  facts: { name: string; label: string; errors: readonly string[] };
  value: string;
  onEdit: (text: string) => void;
}

type LineInputProps = PartProps & { help?: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'onChange'>;

function LineInput({ facts, value, onEdit, help, required = false, ...input }: LineInputProps) {
  return (
    <Field {...facts} required={required} help={help}>
      {(control) => (
        <TextInput {...input} {...control} name={undefined} value={value} onChange={({ currentTarget }) => onEdit(currentTarget.value)} />
      )}
    </Field>
  );
}

function ChoiceInput({ facts, value, onEdit, options, ...select }: PartProps & { options: readonly Option[]; placeholder?: string }) {
  return (
    <Field {...facts}>
      {(control) => (
        <Select
          {...control}
          {...select}
          name={undefined}
          value={value}
          options={withCurrent(options, value)}
          onChange={({ currentTarget }) => onEdit(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function OptionsInput({ facts, value, onEdit, required }: PartProps & { required: boolean }) {
  return (
    <div className="sm:col-span-2">
      <Field {...facts} required={required} help="Una por línea.">
        {(control) => (
          <TextArea {...control} name={undefined} rows={3} value={value} onChange={({ currentTarget }) => onEdit(currentTarget.value)} />
        )}
      </Field>
    </div>
  );
}

/** The options, plus the stored value if it is not among them. */
function withCurrent(options: readonly Option[], current: string): Option[] {
  return current === '' || options.some(({ value }) => value === current) ? [...options] : [{ value: current, label: current }, ...options];
}
