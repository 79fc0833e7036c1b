import { REGISTRIES, REPORTS } from '#server/registries.ts';

/** Of some reports, beside their own. */
const SECOND_ADDRESSES = new Set(REPORTS.filter(({ id, url }) => url !== `/reports/${id}`).map(({ id }) => `/reports/${id}`));

/** Photos are of a service that has a gallery, products of one that has some. */
const withRecord = (url: string) => url.replace(':id', url.endsWith('/fotos') ? 'activos_extraordinarios' : 'prestamos');

/** Every list and report that gives files, once; what lies under a record, of one that has some. */
export const FILE_ADDRESSES = [...new Set(REGISTRIES.exportAddresses.map(({ url }) => withRecord(url)))].filter(
  (url) => !SECOND_ADDRESSES.has(url),
);
