import { REGISTRIES, REPORTS } from '#server/registries.ts';

/** Additional addresses of some reports. */
const SECOND_ADDRESSES = new Set(REPORTS.filter(({ id, url }) => url !== `/reports/${id}`).map(({ id }) => `/reports/${id}`));

/** Replaces `:id`: photos belong to a service with a gallery, products to one that has some. */
const withRecord = (url: string) => url.replace(':id', url.endsWith('/fotos') ? 'activos_extraordinarios' : 'prestamos');

/** Every list and report that gives files, once; for those below a record, a record that has some. */
export const FILE_ADDRESSES = [...new Set(REGISTRIES.exportAddresses.map(({ url }) => withRecord(url)))].filter(
  (url) => !SECOND_ADDRESSES.has(url),
);
