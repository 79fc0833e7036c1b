import type { CatalogValue } from '#server/catalogs/definition.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import { recordHref } from './catalog-links.ts';
import type { Column } from './columns.ts';
import { valueText } from './FieldValue.tsx';
import type { CatalogListData } from './list-data.ts';
import { BULK_FORM, SelectAll } from './BulkBar.tsx';
import { orderCell } from './RowOrder.tsx';

/** Rows are plain elements: a component per cell makes server rendering several times slower. */
export function CatalogTable({ data, caption }: { data: CatalogListData; caption: string }) {
  const { columns, listUrl, search, page, rows } = data;
  const back = search.slice(1);
  return (
    <TableFrame caption={caption} wide={columns.length > 7}>
      <thead>
        <tr>
          <th scope="col" className="pick">
            <SelectAll />
          </th>
          {columns.map((column) => (
            <ColumnHead key={column.name} column={column} query={page.query} search={search} />
          ))}
          {data.movable ? <th scope="col">Mover</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }, row) => (
          <tr key={id} className="has-[input:checked]:bg-primary-soft">
            <td className="pick">
              <input type="checkbox" className="checkbox checkbox-sm" name="ids" value={id} form={BULK_FORM} aria-label={`Seleccionar ${titleOf(cells[0], id)}`} />
            </td>
            {columns.map((column, index) =>
              index === 0 ? (
                <td key={column.name} className="key cut">
                  <a href={recordHref(listUrl, id, { back })}>{titleOf(cells[0], id)}</a>
                </td>
              ) : (
                drawCell(column, cells[index] ?? null, titleOf(cells[0], id))
              ),
            )}
            {data.movable ? orderCell({ id, title: titleOf(cells[0], id), isFirst: page.previous === null && row === 0, isLast: page.next === null && row === rows.length - 1 }) : null}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function ColumnHead({ column, query, search }: { column: Column; query: { sort: string; dir: 'asc' | 'desc' }; search: string }) {
  const numeric = isNumeric(column);
  if (column.sortable) return <SortHead name={column.name} label={column.label} current={query} search={search} numeric={numeric} first={column.kind === 'time' ? 'desc' : 'asc'} />;
  return <th scope="col">{column.label}</th>;
}

function drawCell(column: Column, value: CatalogValue, title: string) {
  if (column.kind === 'image') {
    return (
      <td key={column.name} className="picture">
        {typeof value === 'string' && value !== '' ? <img src={shownThumbnail(value)} alt={`Imagen de ${title}`} width={44} height={30} loading="lazy" referrerPolicy="no-referrer" /> : null}
      </td>
    );
  }
  if (column.kind === 'time') {
    return (
      <td key={column.name}>
        <time dateTime={String(value ?? '')}>{formatDateTime(typeof value === 'string' ? value : null)}</time>
      </td>
    );
  }
  const text = valueText({ kind: column.kind, options: column.options.length > 0 ? column.options : undefined }, value);
  if (column.kind === 'flag') {
    return (
      <td key={column.name}>
        <StateLabel on={value === true} yes={text} no={text} />
      </td>
    );
  }
  return (
    <td key={column.name} className={isNumeric(column) ? 'num' : column.kind === 'phone' ? 'nowrap' : 'cut'} title={text.length > 30 ? text : undefined}>
      {text}
    </td>
  );
}

function isNumeric(column: Column): boolean {
  return column.kind === 'integer' || column.kind === 'decimal';
}

function titleOf(value: CatalogValue | undefined, id: string): string {
  return typeof value === 'string' && value !== '' ? value : id;
}
