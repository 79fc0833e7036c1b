import Download from 'lucide-react/icons/download';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import { formatTotal, plural } from '#server/domain/text.ts';
import { ICON_SIZE } from './icon.ts';
import { Menu, MenuLink } from './Menu.tsx';
import { withParams } from './search-params.ts';

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
          <Download size={ICON_SIZE} aria-hidden />
          Exportar {formatTotal(total, totalIsCapped)} {plural(total, 'fila', 'filas')}
        </>
      }
    >
      <MenuLink href={href('xlsx')} download>
        <FileSpreadsheet size={ICON_SIZE} aria-hidden />
        Excel (.xlsx)
      </MenuLink>
      <MenuLink href={href('csv')} download>
        <FileText size={ICON_SIZE} aria-hidden />
        CSV (.csv)
      </MenuLink>
    </Menu>
  );
}
