import type { FileArea, FileCall } from './file-area.ts';
import {
  describeContent,
  findAllowedActions,
  openPage,
  openPart,
  openPlainPart,
  openPrint,
  type OpenPageCall,
  type OpenPartCall,
} from './file-content.ts';
import { createViewLedger } from './ledger.ts';
import { describeFile, openFile, type OpenFileCall } from './open-file.ts';
import type { Services } from '../services.ts';

/** The verbs of every area, for `bind`; each checks menu and access itself. */
export const fileVerbs = (area: FileArea) => {
  const views = createViewLedger();
  return {
    describeFile: (services: Services, call: OpenFileCall) => describeFile(services, area, call),
    openFile: (services: Services, call: OpenFileCall) => openFile(services, area, call, views),
    describeContent: (services: Services, call: FileCall) => describeContent(services, area, call),
    findAllowedActions: (services: Services, call: FileCall) => findAllowedActions(services, area, call),
    openPage: (services: Services, call: OpenPageCall) => openPage(services, area, call, views),
    openPart: (services: Services, call: OpenPartCall) => openPart(services, area, call, views),
    openPlainPart: (services: Services, call: OpenPartCall) => openPlainPart(services, area, call, views),
    openPrint: (services: Services, call: FileCall & { isAsked: boolean }) => openPrint(services, area, call),
  };
};
