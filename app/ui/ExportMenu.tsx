import { formatTotal, plural } from '#server/domain/text.ts';
import { Menu, MenuLink } from './Menu.tsx';
import { withParams } from './search-params.ts';
import { Icon } from './Icon.tsx';

interface ExportMenuProps {
  /** `<list URL>/export`. */
  action: string;
  /** `location.search` of the list: the same filters, all pages. */
  search: string;
  total: number;
  totalIsCapped?: boolean;
}

/** Says what it exports: "Exportar 1 240 filas". */
export function ExportMenu({ action, search, total, totalIsCapped = false }: ExportMenuProps) {
  if (total === 0) return null;
  const href = (format: string) => `${action}${withParams(search, { format })}`;
  return (
    <Menu
      label={
        <>
          <Icon name="download" />
          Exportar {formatTotal(total, totalIsCapped)} {plural(total, 'fila', 'filas')}
        </>
      }
    >
      <MenuLink href={href('xlsx')} download>
        <Icon name="file-spreadsheet" />
        Excel (.xlsx)
      </MenuLink>
      <MenuLink href={href('csv')} download>
        <Icon name="file-text" />
        CSV (.csv)
      </MenuLink>
    </Menu>
  );
}
