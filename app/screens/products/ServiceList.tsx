import Plus from 'lucide-react/icons/plus';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { recordHref } from '../lists/record-links.ts';
import type { ServiceListData } from './list-data.ts';
import { activeSelect, chipsOf, selectsOf } from './ordered-list.ts';
import { SERVICES_CRUMB } from './product-links.ts';
import { ServiceTable } from './ServiceTable.tsx';

/** The services of the app, in the order in which the app shows them. */
export function ServiceList({ data }: { data: ServiceListData }) {
  const { search, noun, filters, page, rows } = data;
  const chips = chipsOf(filters, page.query, noun, search);
  const newHref = recordHref(SERVICES_URL, 'new', { back: search.slice(1) });
  return (
    <>
      <PageHead
        title={SERVICES_CRUMB}
        count={formatTotal(page.total)}
        subtitle="En el orden en que la aplicación los muestra."
        secondary={<ExportMenu action={`${SERVICES_URL}/export`} search={search} total={page.total} />}
        primary={
          <ButtonLink look="primary" icon={Plus} href={newHref} data-key="n">
            <span>
              Nuevo <span className="max-sm:sr-only">servicio</span>
            </span>
          </ButtonLink>
        }
      />
      <FilterBar
        search={search}
        q={page.query.q}
        searchLabel="Buscar servicios"
        selects={selectsOf(filters, page.query)}
        more={[activeSelect(noun, page.query.isActive)]}
        chips={chips}
      />
      {rows.length === 0 ? (
        chips.length > 0 ? (
          <EmptyState
            title="Ningún servicio coincide con lo que busca."
            actions={<ButtonLink href={SERVICES_URL}>Quitar búsqueda y filtros</ButtonLink>}
          />
        ) : (
          <EmptyState title="Todavía no hay servicios." actions={<ButtonLink href={newHref}>Crear el primero</ButtonLink>} />
        )
      ) : (
        <>
          <ServiceTable data={data} />
          <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </>
  );
}
