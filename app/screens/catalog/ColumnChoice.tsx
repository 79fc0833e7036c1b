import { Form } from '@remix-run/react';
import Columns3 from 'lucide-react/icons/columns-3';
import { Button } from '../../ui/Button.tsx';
import { HiddenParams } from '../../ui/HiddenParams.tsx';
import { ICON_SIZE } from '../../ui/icon.ts';
import { Menu } from '../../ui/Menu.tsx';
import type { CatalogListData } from './list-data.ts';

/** Which columns the list shows; the server remembers the choice in a cookie. */
export function ColumnChoice({ data }: { data: Pick<CatalogListData, 'columns' | 'offered' | 'search'> }) {
  const shown = new Set(data.columns.map((column) => column.name));
  return (
    <Menu
      label={
        <>
          <Columns3 size={ICON_SIZE} aria-hidden />
          Columnas
        </>
      }
    >
      <Form method="get" className="grid gap-2 p-2" key={[...shown].join()}>
        <HiddenParams search={data.search} without={['columns']} />
        <input type="hidden" name="columns" value={data.columns[0]?.name ?? ''} />
        {data.offered.map(({ name, label }) => (
          <label key={name} className="flex items-center gap-2">
            <input type="checkbox" className="checkbox checkbox-sm" name="columns" value={name} defaultChecked={shown.has(name)} />
            {label}
          </label>
        ))}
        <Button type="submit" small>
          Aplicar
        </Button>
      </Form>
    </Menu>
  );
}
