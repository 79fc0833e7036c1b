import type { ReactNode } from 'react';
import { baseText } from '#server/domain/form-value.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { catalogCell, type CatalogCells } from '../catalog-cells.tsx';
import { ServiceIcon } from './ServiceIcon.tsx';

/** Cells of the list of services: each with its icon. */
export const SERVICE_CELLS: CatalogCells = {
  nombre: catalogCell(['icono'], ({ icono }, name, { href }) => marked(<ServiceIcon name={baseText(icono ?? null)} />, name, href)),
};

/** Cells of the products on their service's page. */
export const PRODUCT_CELLS: CatalogCells = {
  nombre: catalogCell(['image_url'], ({ image_url: address }, name, { href }) =>
    marked(
      <span className="product-thumbnail">
        {typeof address === 'string' && address !== '' ? (
          <img src={shownThumbnail(address)} alt="" loading="lazy" referrerPolicy="no-referrer" />
        ) : null}
      </span>,
      name,
      href,
    ),
  ),
};

function marked(mark: ReactNode, name: ReactNode, href: string) {
  return (
    <span className="marked-name">
      {mark}
      <a href={href}>{name}</a>
    </span>
  );
}
