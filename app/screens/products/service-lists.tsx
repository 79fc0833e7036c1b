import { baseText } from '#server/domain/form-base.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { formatRate } from '#server/domain/products.ts';
import type { ListParts } from '../catalog/columns.tsx';
import { ServiceIcon } from './ServiceIcon.tsx';

/** When it changed rather than when it was made. */
const CHANGED = { createdAt: { optional: true }, updatedAt: { optional: false } } as const;

/** The list of services: each with its picture. */
export const SERVICE_LIST: ListParts = {
  mark: { fields: ['icono'], draw: ({ icono }) => <ServiceIcon name={baseText(icono ?? null)} /> },
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
