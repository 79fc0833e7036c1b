import { formatTotal, plural } from '#server/domain/text.ts';
import { ButtonLink } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Menu, MenuLink } from './Menu.tsx';
import { withParams } from './search-params.ts';

interface ExportMenuProps extends ExportFacts {
  total: number;
  totalIsCapped?: boolean;
}

/** The label says what it exports: "Exportar 1 240 filas". */
export function ExportMenu({ total, totalIsCapped = false, ...facts }: ExportMenuProps) {
  if (total === 0) return null;
  const { columns = [] } = facts;
  const all = columns.length > 0 ? ', todas las columnas' : '';
  return (
    <Menu
      label={
        <>
          <Icon name="download" />
          <span>
            Exportar {formatTotal(total, totalIsCapped)} <span className="max-sm:sr-only">{plural(total, 'fila', 'filas')}</span>
          </span>
        </>
      }
    >
      <MenuLink href={exportHref(facts, 'xlsx')} isFile>
        <Icon name="file-spreadsheet" />
        Excel (.xlsx){all}
      </MenuLink>
      <MenuLink href={exportHref(facts, 'csv')} isFile>
        <Icon name="file-text" />
        CSV (.csv){all}
      </MenuLink>
      {columns.length > 0 ? <ShownColumns facts={facts} columns={columns} /> : null}
    </Menu>
  );
}

function ShownColumns({ facts, columns }: { facts: ExportFacts; columns: readonly string[] }) {
  return (
    <>
      <MenuLink href={exportHref(facts, 'xlsx', columns)} isFile>
        <Icon name="file-spreadsheet" />
        Excel, columnas de la pantalla
      </MenuLink>
      <MenuLink href={exportHref(facts, 'csv', columns)} isFile>
        <Icon name="file-text" />
        CSV, columnas de la pantalla
      </MenuLink>
    </>
  );
}

interface PrintLinkProps extends ExportFacts {
  total: number;
  /** The rows are only a part of the page, so Ctrl P prints the page as it is. */
  isPart?: boolean;
}

/** Opens all rows as a printable page; Ctrl P opens it too (screens/shell/use-keys.ts). */
export function PrintLink({ total, isPart = false, ...facts }: PrintLinkProps) {
  if (total === 0) return null;
  return (
    <ButtonLink
      href={exportHref(facts, 'print', facts.columns)}
      icon="printer"
      target="_blank"
      data-key={isPart ? undefined : 'Ctrl P'}
      title={isPart ? 'Imprimir todas las filas' : 'Imprimir todas las filas (Ctrl P)'}
    >
      <span className="max-[1340px]:sr-only">Imprimir</span>
    </ButtonLink>
  );
}

interface ExportFacts {
  /** `<list URL>/export`. */
  action: string;
  /** `location.search` of the list: the same filters, all pages. */
  search: string;
  /** The `columns` of the file: those shown now; omitted where columns cannot be chosen. */
  columns?: readonly string[];
}

/** Address of a file or of the printable page, with all columns or the given ones. */
function exportHref({ action, search }: ExportFacts, format: 'csv' | 'print' | 'xlsx', columns: readonly string[] = []): string {
  return action + withParams(search, { format }) + columns.map((name) => `&columns=${encodeURIComponent(name)}`).join('');
}
