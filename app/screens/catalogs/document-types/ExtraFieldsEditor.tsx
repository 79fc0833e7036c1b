import { useEffect, useMemo, useRef, useState } from 'react';
import { EXTRA_FIELD_LIMITS } from '#server/domain/extra-fields.ts';
import { countOf } from '#server/domain/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { fieldId, type Control } from '../../../ui/Field.tsx';
import { useAnnounced } from '../../../ui/form-events.ts';
import type { DrawnField } from '../../forms/FieldControl.tsx';
import { stepped } from '../../order/order-places.ts';
import { useRowOrder } from '../../order/use-row-order.ts';
import { fromEdited, newField, toEdited, type EditedField } from './edited-fields.ts';
import { ExtraFieldRow } from './ExtraFieldRow.tsx';

interface ExtraFieldsEditorProps extends DrawnField {
  control: Control;
  text: string;
}

/** Extra fields as rows that can be added, removed and reordered; the form sends them as one JSON list. */
export function ExtraFieldsEditor({ control, text, field, stored, errors }: ExtraFieldsEditorProps) {
  const { rows, setRows, told, outdated, focus } = useRows(() => toEdited(text, stored), errors);
  const value = fromEdited(rows);
  const hidden = useAnnounced<HTMLTextAreaElement>(value);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const drop = (_id: string, order: readonly string[]) => setRows((all) => order.flatMap((id) => all.find((row) => row.id === id) ?? []));
  const rowOrder = useRowOrder({ ids, layout: 'rows', drop });
  const byId = new Map(rows.map((row, index) => [row.id, { row, index }]));
  return (
    <div id={control.id} role="group" aria-label={field.label} aria-describedby={control['aria-describedby']} tabIndex={-1}>
      <textarea
        ref={hidden}
        hidden
        name={control.name}
        value={value}
        onChange={({ currentTarget }) => setRows(() => toEdited(currentTarget.value, stored))}
      />
      <p className="sr-only" role="status">
        {rowOrder.message || told}
      </p>
      <p id={`${control.id}-orden`} hidden>
        Espacio levanta, las flechas mueven, espacio suelta, Escape lo deja donde estaba.
      </p>
      <ol className="extra-fields">
        {rowOrder.ids.flatMap((id, place) => {
          const found = byId.get(id);
          return found ? (
            <ExtraFieldRow
              key={id}
              row={found.row}
              number={place + 1}
              count={rows.length}
              validators={field.options ?? []}
              rowOrder={rowOrder}
              helpId={`${control.id}-orden`}
              errorsOf={(part) => (outdated ? [] : (errors[`${field.name}.${found.index}.${part}`] ?? []))}
              idOf={(part) => `${field.name}.${found.index}.${part}`}
              onEdit={(change) => setRows((all) => all.map((row) => (row.id === id ? { ...row, ...change } : row)), true)}
              onMove={(by) => {
                drop(id, stepped(ids, id, by));
                // At either end the pressed button is disabled: focus the opposite one.
                const isEnd = found.index + by === (by === 1 ? rows.length - 1 : 0);
                focus(`[data-item="${id}"] [data-move="${isEnd ? -by : by}"]`);
              }}
              onRemove={() => {
                const next = rows[found.index + 1] ?? rows[found.index - 1];
                setRows((all) => all.filter((row) => row.id !== id));
                focus(next ? `[data-item="${next.id}"] [data-remove]` : `#${fieldId(field.name)}-agregar`);
              }}
            />
          ) : (
            []
          );
        })}
      </ol>
      <AddField
        id={`${fieldId(field.name)}-agregar`}
        count={rows.length}
        onAdd={() => {
          const added = newField(rows);
          setRows((all) => [...all, added]);
          focus(`[data-item="${added.id}"] input`);
        }}
      />
    </div>
  );
}

function AddField({ id, count, onAdd }: { id: string; count: number; onAdd: () => void }) {
  const isFull = count >= EXTRA_FIELD_LIMITS.fields;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button id={id} small icon="plus" disabled={isFull} onClick={onAdd}>
        Agregar campo
      </Button>
      <span className="text-[0.8125rem] text-muted">
        {isFull ? `Un tipo lleva hasta ${EXTRA_FIELD_LIMITS.fields} campos.` : countOf(count, 'campo', 'campos')}
      </span>
    </div>
  );
}

/** The rows, and what follows a change of them: stale errors, the focus, and the announcement. */
function useRows(initial: () => readonly EditedField[], errors: DrawnField['errors']) {
  const [rows, change] = useState(initial);
  /** Errors whose row numbers are outdated because rows have moved. */
  const [stale, setStale] = useState<DrawnField['errors'] | null>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    document.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  }, [rows]);
  return {
    rows,
    outdated: stale === errors,
    told: countOf(rows.length, 'campo', 'campos'),
    setRows: (next: (rows: readonly EditedField[]) => readonly EditedField[], keepsPlaces = false): void => {
      change(next);
      if (!keepsPlaces) setStale(errors);
    },
    focus: (selector: string): void => {
      wanted.current = selector;
    },
  };
}
