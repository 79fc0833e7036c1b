import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { ActiveButton } from '../catalog/CatalogRecordView.tsx';
import { ListFilters } from '../lists/ListFilters.tsx';
import { NothingFound } from '../lists/ListScreen.tsx';
import { recordHref } from '../lists/record-links.ts';
import { PhotoGallery } from './PhotoGallery.tsx';
import { productsUrl, serviceHref, servicesCrumb } from './product-links.ts';
import { ProductTable } from './ProductTable.tsx';
import { ServiceIcon } from './ServiceIcon.tsx';
import type { ServiceContents, ServiceData } from './service-data.ts';

interface ServiceViewProps {
  data: ServiceData;
  record: CatalogRecord;
  contents: ServiceContents;
}

/** A service as people read it, with its products in order, and its photos when it has a gallery. */
export function ServiceView({ data: { back, formToken }, record, contents }: ServiceViewProps) {
  const action = serviceHref(record.id, back);
  return (
    <>
      <PageHead
        title={record.title}
        crumbs={[servicesCrumb(back), { label: record.title }]}
        secondary={record.isActive ? <ActiveButton action={action} intent="deactivate" label="Eliminar" /> : null}
        primary={
          record.isActive ? (
            <ButtonLink look="primary" icon={Pencil} href={recordHref(SERVICES_URL, record.id, { mode: 'edit', back })} data-key="e">
              Editar
            </ButtonLink>
          ) : (
            <ActiveButton action={action} intent="restore" label="Restaurar el servicio" />
          )
        }
      />
      {record.isActive ? null : (
        <Notice kind="warning" className="mb-4">
          Este servicio está eliminado: ni él ni sus productos aparecen en la aplicación. Puede restaurarse.
        </Notice>
      )}
      <ServiceFacts record={record} />
      <ProductsSection serviceId={record.id} active={record.isActive} contents={contents} />
      {contents.photos ? (
        <PhotoGallery serviceId={record.id} active={record.isActive} photos={contents.photos} formToken={formToken} />
      ) : null}
    </>
  );
}

function ServiceFacts({ record: { values, createdAt, updatedAt, id } }: { record: CatalogRecord }) {
  const icon = String(values['icono'] ?? '');
  return (
    <section className="surface mb-6 flex gap-4 p-4" aria-label="Datos del servicio">
      <ServiceIcon name={icon} size={36} />
      <div className="min-w-0 flex-1">
        <p className="mb-2 whitespace-pre-line">
          {String(values['descripcion'] ?? '') || <span className="text-muted">Sin descripción</span>}
        </p>
        <DescriptionList
          facts={{
            Estado: <StateLabel on={values['estado'] === true} />,
            Creación: formatDateTimeLong(createdAt),
            'Última modificación': formatDateTimeLong(updatedAt),
            Código: <code>{id}</code>,
          }}
        />
      </div>
    </section>
  );
}

function ProductsSection({ serviceId, active, contents }: { serviceId: string; active: boolean; contents: ServiceContents }) {
  const { search, page, rows } = contents;
  const url = productsUrl(serviceId);
  return (
    <section aria-labelledby="productos" className="mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="productos">
          Productos <span className="tabular font-normal text-muted">{formatTotal(page.total)}</span>
        </h2>
        <div className="no-print ms-auto flex flex-wrap gap-2">
          <ExportMenu action={`${url}/export`} search={search} total={page.total} />
          {active ? (
            <ButtonLink icon={Plus} href={recordHref(url, 'new')} data-key="n">
              Nuevo producto
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <ListFilters data={{ ...page, search }} searchLabel="Buscar productos" />
      {rows.length > 0 ? (
        <>
          <ProductTable serviceId={serviceId} contents={contents} />
          <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      ) : (
        <NothingFound
          data={page}
          empty={{
            title: 'Este servicio todavía no tiene productos.',
            action: active ? <ButtonLink href={recordHref(url, 'new')}>Crear el primero</ButtonLink> : null,
          }}
        />
      )}
    </section>
  );
}
