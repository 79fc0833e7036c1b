import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { useMay } from '../../../rights.ts';
import { ExportMenu, PrintLink } from '../../../ui/ExportMenu.tsx';
import { useCatalogTable } from '../CatalogList.tsx';
import type { CatalogListData } from '../list-data.ts';
import { ListBody } from '../../lists/ListScreen.tsx';
import { recordHref } from '../../../record-links.ts';
import { PRODUCT_CELLS } from './service-lists.tsx';

/** The products of a service, on its page. A deactivated service takes no new ones. */
export function ServiceProducts({ active, data }: { active: boolean; data: CatalogListData }) {
  const { search, total, catalog } = data;
  const newHref = recordHref(catalog.listUrl, 'new');
  const may = useMay();
  const takesNew = active && may('products', 'change');
  return (
    <section aria-labelledby="productos" className="list-screen mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="productos">
          Productos <span className="tabular font-normal text-muted">{formatTotal(total)}</span>
        </h2>
        <div className="no-print ms-auto flex flex-wrap gap-2">
          {may('products', 'export') ? (
            <>
              <PrintLink action={`${catalog.listUrl}/export`} search={search} total={total} isPart />
              <ExportMenu action={`${catalog.listUrl}/export`} search={search} total={total} />
            </>
          ) : null}
          {takesNew ? (
            <ButtonLink icon="plus" href={newHref} data-key="n">
              Nuevo producto
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <ListBody
        {...useCatalogTable(data, PRODUCT_CELLS)}
        empty={{
          title: 'Este servicio todavía no tiene productos.',
          action: takesNew ? <ButtonLink href={newHref}>Crear el primero</ButtonLink> : null,
        }}
      />
    </section>
  );
}
