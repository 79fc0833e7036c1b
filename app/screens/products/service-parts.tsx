import type { CatalogRecord } from '#server/catalogs/record.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { formatRate } from '#server/domain/products.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { keptFacts } from '../catalog/CatalogRecordView.tsx';
import type { ListParts } from '../catalog/columns.tsx';
import type { RecordParts } from '../catalog/record-parts.ts';
import { IconChoice } from './IconChoice.tsx';
import { ServiceIcon } from './ServiceIcon.tsx';

/** When it changed rather than when it was made. */
const CHANGED = { createdAt: { optional: true }, updatedAt: { optional: false } } as const;

/** The list of services: each with its picture. */
export const SERVICE_LIST: ListParts = {
  mark: { fields: ['icono'], draw: ({ icono }) => <ServiceIcon name={String(icono ?? '')} /> },
  columns: { ...CHANGED, nombre: { label: 'Servicio' }, descripcion: { from: 'md' } },
};

/** The products on the page of their service. */
export const PRODUCT_LIST: ListParts = {
  mark: {
    fields: ['image_url'],
    draw: ({ image_url: address }) => (
      <span className="product-thumbnail">
        {typeof address === 'string' && address !== '' ? (
          <img src={shownThumbnail(address)} alt="" loading="lazy" referrerPolicy="no-referrer" />
        ) : null}
      </span>
    ),
  },
  columns: {
    ...CHANGED,
    nombre: { label: 'Producto' },
    descripcion: { from: 'md' },
    tasa: { label: 'Tasa anual', cell: ({ tasa }) => formatRate(typeof tasa === 'number' ? tasa : null) },
  },
};

export const SERVICE_PARTS: RecordParts = {
  controls: { icono: (control, text) => <IconChoice control={control} value={text} /> },
  Facts: ServiceFacts,
  lost: 'ni él ni sus productos aparecen en la aplicación',
};

function ServiceFacts({ record }: { record: CatalogRecord }) {
  const { icono, descripcion, estado } = record.values;
  return (
    <section className="surface mb-6 flex gap-4 p-4" aria-label="Datos del servicio">
      <ServiceIcon name={String(icono ?? '')} size={36} />
      <div className="min-w-0 flex-1">
        <p className="mb-2 whitespace-pre-line">{String(descripcion ?? '') || <span className="text-muted">Sin descripción</span>}</p>
        <DescriptionList facts={[{ label: 'Estado', value: <StateLabel on={estado === true} /> }, ...keptFacts(record)]} />
      </div>
    </section>
  );
}
