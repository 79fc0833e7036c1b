import { Form } from '@remix-run/react';
import type { ShownColumn } from '#server/lists/columns.ts';
import { COLUMNS_PARAM, ROWS_PARAM, DEFAULT_COLUMNS } from '#server/domain/list-params.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { HiddenParams } from '../../ui/HiddenParams.tsx';
import { FROM } from '../../ui/ListTable.tsx';
import { Menu, MenuLink } from '../../ui/Menu.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Value of `filas`; any other means rows of the normal height. */
export const COMPACT_ROWS = 'compacta';

interface ColumnChoiceProps {
  /** Every column that the list offers; the first one is always shown. */
  columns: readonly Pick<ShownColumn, 'from' | 'label' | 'name' | 'phone'>[];
  shown: readonly { name: string }[];
  /** The person chose the shown columns. */
  chosen: boolean;
  isCompact: boolean;
  search: string;
  /** Address of the form that saves the list as it is now; null for a list without saved views. */
  keepHref: string | null;
}

/** Only once the menu opens: reading styles while the list renders would force a layout of the whole page. */
function untickOnceOpen(form: HTMLFormElement | null): void {
  const menu = form?.closest('details');
  const untick = () => {
    import('./untick-hidden.ts').then(
      ({ untickHidden }) => untickHidden(form),
      () => undefined,
    );
  };
  if (menu?.open) untick();
  else menu?.addEventListener('toggle', untick, { once: true });
}

/** Which columns a list shows and how high its rows are; the server stores the choice in a cookie. */
export function ColumnChoice({ columns, shown, chosen, isCompact, search, keepHref }: ColumnChoiceProps) {
  const [key, ...others] = columns;
  const isShown = new Set(shown.map((column) => column.name));
  return (
    <Menu
      label={
        <>
          <Icon name="columns-3" />
          <span className="max-[1340px]:sr-only">Columnas</span>
        </>
      }
    >
      <Form method="get" className="column-choice grid gap-2 p-2" key={[...isShown].join()} ref={untickOnceOpen}>
        <HiddenParams search={search} without={[COLUMNS_PARAM]} />
        <input type="hidden" name={COLUMNS_PARAM} value={key?.name ?? ''} />
        {others.map(({ name, label, from, phone }) => (
          <label key={name} className={classNames(!chosen && isShown.has(name) && from && FROM[from], phone && 'on-phone') || undefined}>
            <input type="checkbox" className="checkbox" name={COLUMNS_PARAM} value={name} defaultChecked={isShown.has(name)} />
            {label}
          </label>
        ))}
        <div className="mt-1 flex gap-2">
          <Button type="submit" small>
            Aplicar
          </Button>
          {chosen ? (
            <Button type="submit" small look="quiet" name={COLUMNS_PARAM} value={DEFAULT_COLUMNS}>
              Las de siempre
            </Button>
          ) : null}
        </div>
        <Button
          type="submit"
          small
          look="quiet"
          className="justify-self-start"
          name={ROWS_PARAM}
          value={isCompact ? 'normal' : COMPACT_ROWS}
        >
          {isCompact ? 'Filas de altura normal' : 'Filas compactas'}
        </Button>
      </Form>
      {keepHref === null ? null : <MenuLink href={keepHref}>Guardar vista</MenuLink>}
    </Menu>
  );
}
