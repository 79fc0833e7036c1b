import type { FileArea, FileCall, FileServices } from './file-area.ts';
import { findFileEvents } from './ledger.ts';
import { describeFile, openFile, type OpenFileCall } from './open-file.ts';

/** What every area does with its stored files, for `bind`; each verb checks menu and access itself. */
export const fileVerbs = (area: FileArea) => ({
  describeFile: (services: FileServices, call: OpenFileCall) => describeFile(services, area, call),
  openFile: (services: FileServices, call: OpenFileCall) => openFile(services, area, call),
  findFileEvents: (services: FileServices, call: FileCall & { id: string }) => findFileEvents(services, area, call),
});
