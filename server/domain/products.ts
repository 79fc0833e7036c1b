/** Icons that a service may have: names of lucide icons, stored as `icono`; app/screens/catalogs/products draws them. */
export const SERVICE_ICONS = [
  { value: 'piggy-bank', label: 'Alcancía' },
  { value: 'hand-coins', label: 'Préstamo' },
  { value: 'calendar-clock', label: 'Plazo fijo' },
  { value: 'calendar-check', label: 'Ahorro programado' },
  { value: 'credit-card', label: 'Tarjeta' },
  { value: 'send', label: 'Remesas' },
  { value: 'shield-check', label: 'Seguro' },
  { value: 'house', label: 'Casa' },
  { value: 'car', label: 'Vehículo' },
  { value: 'briefcase-business', label: 'Negocio' },
  { value: 'sprout', label: 'Agro' },
  { value: 'graduation-cap', label: 'Educación' },
  { value: 'heart-pulse', label: 'Salud' },
  { value: 'receipt', label: 'Pago de servicios' },
  { value: 'smartphone', label: 'Banca móvil' },
  { value: 'building-2', label: 'Activos extraordinarios' },
] as const;

export type ServiceIconName = (typeof SERVICE_ICONS)[number]['value'];

export function isServiceIcon(name: string): name is ServiceIconName {
  return SERVICE_ICONS.some(({ value }) => value === name);
}

/** Address of the list of services; all pages of a service lie under it. */
export const SERVICES_URL = '/products/list-products';

/** Addresses of the forms for a service's products and photos; `:id` is the service. */
export const PRODUCTS_URL = `${SERVICES_URL}/:id/productos`;
export const PHOTOS_URL = `${SERVICES_URL}/:id/fotos`;

/** The service that has a gallery because of its id, unless its `galeria` says otherwise (docs/specification.md section 3). */
export const EXTRAORDINARY_ASSETS_ID = 'activos_extraordinarios';
