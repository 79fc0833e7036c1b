import Plus from 'lucide-react/icons/plus';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { ListFilters } from '../lists/ListFilters.tsx';
import { NothingFound } from '../lists/ListScreen.tsx';
import { recordHref } from '../lists/record-links.ts';
import type { ServiceListData } from './list-data.ts';
import { SERVICES_CRUMB } from './product-links.ts';
import { ServiceTable } from './ServiceTable.tsx';

/** The services of the app, in the order in which the app shows them. */
export function ServiceList({ data }: { data: ServiceListData }) {
  const { search, page, rows } = data;
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
      <ListFilters data={{ ...page, search }} searchLabel="Buscar servicios" />
      {rows.length === 0 ? (
        <NothingFound data={page} empty={{ action: <ButtonLink href={newHref}>Crear el primero</ButtonLink> }} />
      ) : (
        <>
          <ServiceTable data={data} />
          <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </>
  );
}
