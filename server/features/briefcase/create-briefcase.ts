import type { BriefcaseServices } from './access.ts';
import { deactivateFile, deactivateFiles, restoreFile, restoreFiles } from './deactivate-file.ts';
import { exportFiles } from './export-files.ts';
import { findListChoices, findUploadChoices } from './find-choices.ts';
import { findFiles } from './find-files.ts';
import { findFileEvents, getFile } from './get-file.ts';
import { describeFile, openFile } from './open-file.ts';
import { updateFile } from './update-file.ts';
import { uploadFile } from './upload-file.ts';

/** A verb with its services already given. */
type Verb<F> = F extends (services: never, call: infer Call) => infer Result ? (call: Call) => Result : never;

/** The Maletín: what people do with files in folders. Each verb checks menu and folder itself. */
export interface Briefcase {
  uploadFile: Verb<typeof uploadFile>;
  findFiles: Verb<typeof findFiles>;
  findListChoices: Verb<typeof findListChoices>;
  findUploadChoices: Verb<typeof findUploadChoices>;
  getFile: Verb<typeof getFile>;
  findFileEvents: Verb<typeof findFileEvents>;
  describeFile: Verb<typeof describeFile>;
  openFile: Verb<typeof openFile>;
  updateFile: Verb<typeof updateFile>;
  deactivateFile: Verb<typeof deactivateFile>;
  restoreFile: Verb<typeof restoreFile>;
  deactivateFiles: Verb<typeof deactivateFiles>;
  restoreFiles: Verb<typeof restoreFiles>;
  exportFiles: Verb<typeof exportFiles>;
}

export function createBriefcase(services: BriefcaseServices): Briefcase {
  return {
    uploadFile: (call) => uploadFile(services, call),
    findFiles: (call) => findFiles(services, call),
    findListChoices: (call) => findListChoices(services, call),
    findUploadChoices: (call) => findUploadChoices(services, call),
    getFile: (call) => getFile(services, call),
    findFileEvents: (call) => findFileEvents(services, call),
    describeFile: (call) => describeFile(services, call),
    openFile: (call) => openFile(services, call),
    updateFile: (call) => updateFile(services, call),
    deactivateFile: (call) => deactivateFile(services, call),
    restoreFile: (call) => restoreFile(services, call),
    deactivateFiles: (call) => deactivateFiles(services, call),
    restoreFiles: (call) => restoreFiles(services, call),
    exportFiles: (call) => exportFiles(services, call),
  };
}
