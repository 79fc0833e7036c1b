import type { FileArea, FileCall, FileServices } from './file-area.ts';
import {
  describeContent,
  findAllowedActions,
  openPage,
  openPart,
  openPrint,
  type OpenPageCall,
  type OpenPartCall,
} from './file-content.ts';
import { findFileEvents } from './ledger.ts';
import { describeFile, openFile, type OpenFileCall } from './open-file.ts';
import { createViewLedger } from './view-ledger.ts';

/** What every area does with its stored files, for `bind`; each verb checks menu and access itself. */
export const fileVerbs = (area: FileArea) => {
  const views = createViewLedger();
  return {
    describeFile: (services: FileServices, call: OpenFileCall) => describeFile(services, area, call),
    openFile: (services: FileServices, call: OpenFileCall) => openFile(services, area, call, views),
    describeContent: (services: FileServices, call: FileCall) => describeContent(services, area, call),
    findAllowedActions: (services: FileServices, call: FileCall) => findAllowedActions(services, area, call),
    openPage: (services: FileServices, call: OpenPageCall) => openPage(services, area, call, views),
    openPart: (services: FileServices, call: OpenPartCall) => openPart(services, area, call, views),
    openPrint: (services: FileServices, call: FileCall & { isAsked: boolean }) => openPrint(services, area, call),
    findFileEvents: (services: FileServices, call: FileCall) => findFileEvents(services, area, call),
  };
};
