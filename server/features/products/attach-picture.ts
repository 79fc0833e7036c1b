import type { Staff } from '../../domain/permissions.ts';
import { SERVICES_URL } from '../../domain/products.ts';
import type { Products } from './create-products.ts';
import { servicePhotos, serviceProducts } from '../../catalogs/own-screens/services.ts';

/** What a plain form of the upload route names (POST /images/upload). */
export interface PictureForm {
  actor: Staff;
  catalog: string;
  /** `service` for a new photo, `service/product` for the picture of a product. */
  id: string;
  field: string;
  /** Version of the product that the person saw; the form's token for a photo. */
  version: string;
  requestId?: string;
}

/** Where an uploaded picture goes, and the page that shows it. */
export interface PictureTarget {
  href: string;
  attach(url: string): Promise<unknown>;
}

/** The gallery or the product that a plain form is about; null when it is about something else. */
export function pictureTarget(products: Products, { catalog, id, field, version, ...call }: PictureForm): PictureTarget | null {
  const [serviceId = '', productId = ''] = id.split('/');
  const service = `${SERVICES_URL}/${encodeURIComponent(serviceId)}`;
  if (catalog === servicePhotos.id && field === 'url') {
    const list = { kind: 'photos', serviceId } as const;
    return { href: `${service}#fotos`, attach: (url) => products.createItem({ ...call, list, values: { url }, formToken: version }) };
  }
  if (catalog === serviceProducts.id && field === 'image_url') {
    const list = { kind: 'products', serviceId } as const;
    return {
      href: `${service}/productos/${encodeURIComponent(productId)}`,
      attach: (url) => products.updateItem({ ...call, list, id: productId, ifVersion: version, values: { image_url: url } }),
    };
  }
  return null;
}
