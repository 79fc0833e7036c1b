import { Form, useActionData, useNavigation } from '@remix-run/react';
import { startTransition, useEffect, useRef, useState, type MouseEvent } from 'react';
import { ALL_CONTROL, IMMEDIATE_BULK_MAX } from '#server/domain/bulk.ts';
import { agree, type Noun } from '#server/domain/grammar.ts';
import { countOf, formatCount, joinWithAnd } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { later } from '../../ui/later.ts';
import type { RowExtra } from '../../ui/ListTable.tsx';
import { useTicked } from '../forms/use-ticked.ts';
import { Refused, useBulkAnswer, type BulkAct } from './ActFields.tsx';
import { titleOfRow, type ShownRow } from './cells.tsx';
import { BULK_FORM, forgetSelection, ROW_BOXES, useSelectionAcrossPages, useSelectionKeys } from './use-selection-keys.ts';

// Loaded with the first act that asks for something.
const ActPanel = later(async () => (await import('./ActPanel.tsx')).ActPanel);

interface BulkBarProps {
  action: string;
  noun: Noun;
  active: boolean;
  acts: readonly BulkAct[];
  canDelete: boolean;
  formToken: string;
  /** Ids of the rows on this page; `total` is how many the list found, null where there are more than it counts. */
  shown: readonly string[];
  total: number | null;
}

/**
 * The acts on the selected rows. Shown by CSS as soon as a box is ticked (table.css), so it works without JavaScript. With it, the bar also
 * counts, shows the fields of an act in place, and can select everything the search found.
 */
export function BulkBar({ action, noun, active, acts, canDelete, formToken, shown, total }: BulkBarProps) {
  const { ticked, tick } = useTicked(ROW_BOXES);
  const [opened, setOpened] = useState<BulkAct | null>(null);
  const [wantsAll, setWantsAll] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const answer = useBulkAnswer();
  // An answer that came with the page is shown above the rows.
  const [known] = useState(answer);
  const [others, clearOthers] = useSelectionAcrossPages(action, shown, { ticked, tick });
  const ids = [...(ticked ?? []), ...others];
  const count = ids.length;
  const isPage = ticked?.size === shown.length;
  const more = total !== null && total > shown.length && acts.some(({ takesAll }) => takesAll) ? total : null;
  const isAll = wantsAll && more !== null && isPage;
  const reach = isAll ? more : count;
  // Beyond IMMEDIATE_BULK_MAX only acts that a worker can run are possible.
  const isMany = isAll || count > IMMEDIATE_BULK_MAX;
  const offered = active ? acts : [];
  const removal = active ? 'Eliminar' : 'Restaurar';
  const tickedOnly = [...offered.flatMap(({ takesAll, label }) => (takesAll ? [] : label)), ...(canDelete ? [removal] : [])];
  const close = () => {
    setOpened(null);
    // Once the buttons are rendered again.
    setTimeout(() => opener.current?.isConnected === true && opener.current.focus());
  };
  const clearSelection = () => {
    setOpened(null);
    setWantsAll(false);
    clearOthers();
    tick(false);
  };
  useSelectionKeys({ count, tick, escape: () => (opened ? close() : clearSelection()) });
  const sent = useClearOnceDone(() => {
    const place = document.querySelector<HTMLElement>(`${ROW_BOXES}:checked`);
    clearSelection();
    if (place) place.focus({ preventScroll: true });
    // The rows are gone: the shell focuses the place where they were (arrive.ts).
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  return (
    <Form
      id={BULK_FORM}
      method="post"
      action={action}
      preventScrollReset
      noValidate
      onSubmit={sent}
      className="bulk-bar surface no-print bottom-0 z-20 mt-3 gap-2 px-3 py-2"
    >
      <input type="hidden" name="formToken" value={formToken} />
      {isAll ? (
        <input type="hidden" name={ALL_CONTROL} value="1" />
      ) : (
        others.map((id) => <input key={id} type="hidden" name="ids" value={id} />)
      )}
      {opened ? (
        <ActPanel
          key={opened.intent}
          act={opened}
          ids={isAll ? [] : ids}
          count={reach}
          isBeyond={isAll || others.length > 0}
          noun={noun}
          onClose={close}
        />
      ) : answer && answer !== known && Object.keys(answer.errors).length === 0 ? (
        <Refused message={answer.message} className="max-w-160" />
      ) : null}
      <div className={opened ? 'hidden' : 'flex flex-wrap items-center gap-x-3 gap-y-2'}>
        <p className="tabular" role="status">
          {count === 0 ? 'Con lo seleccionado:' : `${countOf(reach, noun.singular, noun.plural)} ${agree(noun, 'seleccionado', reach)}`}
          {others.length > 0 && !isAll ? `, ${countOf(others.length, 'en otra página', 'en otras páginas')}` : null}
        </p>
        {more !== null && isPage ? (
          <Button small look="quiet" className="underline underline-offset-3" onClick={() => setWantsAll(!isAll)}>
            {isAll ? 'Solo lo marcado' : `Seleccionar ${noun.gender === 'f' ? 'las' : 'los'} ${formatCount(more)}`}
          </Button>
        ) : null}
        {more === null ? null : (
          <noscript>
            <label className="flex items-center gap-1.5">
              <input type="checkbox" name={ALL_CONTROL} value="1" className="checkbox" />
              {`${noun.gender === 'f' ? 'Las' : 'Los'} ${formatCount(more)} que encontró la búsqueda`}
            </label>
          </noscript>
        )}
        {offered.map((act) => (
          <ActOpener
            key={act.intent}
            act={act}
            disabled={isMany && !act.takesAll}
            opens={(act.asks?.length ?? 0) > 0 || (act.takesAll === true && reach > IMMEDIATE_BULK_MAX)}
            onOpen={(button) => {
              opener.current = button;
              // As a transition: the buttons stay until the panel has loaded, else the page would jump.
              startTransition(() => setOpened(act));
            }}
          />
        ))}
        {canDelete ? (
          <Button
            type="submit"
            name="intent"
            value={active ? 'deactivate' : 'restore'}
            look={active ? 'danger' : 'plain'}
            small
            disabled={isMany}
          >
            {removal}
          </Button>
        ) : null}
        {isMany && tickedOnly.length > 0 ? (
          <p className="field-help">
            {`${joinWithAnd(tickedOnly.map((label) => `«${label}»`))}: solo con lo marcado, hasta ${IMMEDIATE_BULK_MAX} a la vez.`}
          </p>
        ) : null}
      </div>
    </Form>
  );
}

interface OpenerProps {
  act: BulkAct;
  disabled: boolean;
  /** It asks for something, or has to be confirmed. */
  opens: boolean;
  onOpen: (button: HTMLElement) => void;
}

/** Does the act or opens its fields; without scripts the server's answer asks for them. */
function ActOpener({ act, disabled, opens, onOpen }: OpenerProps) {
  const { intent, label, icon, download } = act;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (download !== undefined) return sendByBrowser(event, download);
    if (!opens) return;
    event.preventDefault();
    onOpen(event.currentTarget);
  };
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      small
      disabled={disabled}
      {...(icon && { icon })}
      {...(download !== undefined && { formAction: download })}
      onClick={press}
    >
      {opens ? `${label}…` : label}
    </Button>
  );
}

/** Calls `letGo` once an act of this bar succeeded, not when it came back. @returns a function to call when the form is sent */
function useClearOnceDone(clearSelection: () => void): () => void {
  const { state } = useNavigation();
  const answer = useActionData();
  const stage = useRef<'idle' | 'sent' | 'under way'>('idle');
  useEffect(() => {
    if (state !== 'idle' && stage.current === 'sent') stage.current = 'under way';
    if (state !== 'idle' || stage.current !== 'under way') return;
    stage.current = 'idle';
    if (answer === undefined) clearSelection();
  });
  useEffect(() => () => void (stage.current !== 'idle' && forgetSelection()), []);
  return () => {
    stage.current = 'sent';
  };
}

/** A native submit without the router: the browser saves the file and the page stays. */
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
  cell: (row) => <input type="checkbox" name="ids" value={row.id} form={BULK_FORM} aria-label={`Seleccionar ${titleOfRow(row)}`} />,
};

/** Ticks every row of the page. Rendered only with JavaScript, which it needs. */
function SelectAll() {
  const { ticked, tick } = useTicked(ROW_BOXES);
  const all = useRef<HTMLInputElement>(null);
  const boxes = ticked ? document.querySelectorAll(ROW_BOXES).length : 0;
  const isWhole = ticked !== null && ticked.size > 0 && ticked.size === boxes;
  // Follows the rows, however they were ticked or cleared.
  useEffect(() => {
    if (all.current) all.current.checked = isWhole;
  }, [isWhole]);
  if (!ticked) return <span className="sr-only">Selección</span>;
  return (
    <input
      ref={all}
      type="checkbox"
      className="checkbox"
      aria-label="Seleccionar todas las filas de esta página"
      onChange={({ currentTarget }) => tick(currentTarget.checked)}
    />
  );
}
