import { Form } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { agree, type Noun } from '#server/domain/grammar.ts';
import { countOf } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import type { RowExtra } from '../../ui/ListTable.tsx';
import { useTicked } from '../forms/use-ticked.ts';
import { titleOfRow, type ShownRow } from './cells.tsx';

/** Id of the form to which the check boxes of the rows belong. */
const BULK_FORM = 'seleccion';
const ROW_BOXES = `input[name="ids"][form="${BULK_FORM}"]`;

/** Something to do with the selected rows beside deleting them. */
export interface BulkAct {
  intent: string;
  label: string;
  /** Where the selection is sent instead: to an address that answers with a file. */
  download?: string;
}

interface BulkBarProps {
  action: string;
  noun: Noun;
  active: boolean;
  acts?: readonly BulkAct[] | undefined;
}

/**
 * What to do with the selected rows. It shows by style as soon as a box is ticked (`group/list` is the list's frame), so
 * it works without JavaScript; with it, it also counts.
 */
export function BulkBar({ action, noun, active, acts = [] }: BulkBarProps) {
  const count = useTicked(ROW_BOXES).ticked?.size ?? 0;
  return (
    <Form
      id={BULK_FORM}
      method="post"
      action={action}
      className="surface no-print sticky bottom-2 z-20 mt-3 hidden flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 group-has-[input[name=ids]:checked]/list:flex"
    >
      <p className="tabular" role="status">
        {count === 0 ? 'Con lo seleccionado:' : `${countOf(count, noun.singular, noun.plural)} ${agree(noun, 'seleccionado', count)}`}
      </p>
      {active
        ? acts.map(({ intent, label, download }) => (
            <Button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              small
              {...(download !== undefined && { formAction: download, onClick: (event) => sendByBrowser(event, download) })}
            >
              {label}
            </Button>
          ))
        : null}
      <Button type="submit" name="intent" value={active ? 'deactivate' : 'restore'} look={active ? 'danger' : 'plain'} small>
        {active ? 'Eliminar' : 'Restaurar'}
      </Button>
    </Form>
  );
}

/** A file is saved by the browser itself: the form goes there without the router, and the page stays. */
function sendByBrowser(event: MouseEvent<HTMLButtonElement>, address: string): void {
  const { form } = event.currentTarget;
  if (!form) return;
  event.preventDefault();
  const action = form.getAttribute('action') ?? '';
  form.setAttribute('action', address);
  form.submit();
  form.setAttribute('action', action);
}

/** The check boxes of a list whose rows can be selected. */
export const ROW_CHOICE: RowExtra<ShownRow> = {
  head: <SelectAll />,
  className: 'pick',
  cell: (row) => (
    <input
      type="checkbox"
      className="checkbox checkbox-sm"
      name="ids"
      value={row.id}
      form={BULK_FORM}
      aria-label={`Seleccionar ${titleOfRow(row)}`}
    />
  ),
};

/** Ticks every row of the page. It needs JavaScript, so it only appears with it. */
function SelectAll() {
  const { ticked, tick } = useTicked(ROW_BOXES);
  if (!ticked) return <span className="sr-only">Selección</span>;
  return (
    <input
      type="checkbox"
      className="checkbox checkbox-sm"
      aria-label="Seleccionar todas las filas de esta página"
      onChange={({ currentTarget }) => tick(currentTarget.checked)}
    />
  );
}
