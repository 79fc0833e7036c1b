import { Router } from 'express';
import type { ExportAddress } from '../../../lists/declared-list.ts';
import type { Services } from '../../../services.ts';
import { addExportAddresses } from '../export-routes.ts';

/** The `<url>/export` routes of these addresses, for tests where nothing is large enough for a worker. */
export function smallExports(services: Services, ...addresses: readonly ExportAddress[]): Router {
  const router = Router();
  const exports = { startExport: () => Promise.reject(new Error('nothing here is large')), auditSentExport: () => Promise.resolve() };
  addExportAddresses(router, { ...services, exports }, addresses);
  return router;
}
