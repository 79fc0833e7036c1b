import { Router } from 'express';
import type { ExportAddress } from '../export-address.ts';
import { addExportAddresses } from '../export-routes.ts';

/** `<url>/export` of these alone, where nothing is large enough for a worker. */
export function smallExports(...addresses: readonly ExportAddress[]): Router {
  const router = Router();
  addExportAddresses(router, {
    addresses,
    startExport: () => Promise.reject(new Error('nothing here is large')),
    tellExport: () => Promise.resolve(),
  });
  return router;
}
