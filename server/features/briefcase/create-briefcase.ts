import type { BriefcaseServices } from './access.ts';
import { deactivateFile, deactivateFiles, restoreFile, restoreFiles } from './deactivate-file.ts';
import { bind } from '../../platform/bind.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { FILES } from './file-list.ts';
import { findUploadChoices } from './find-choices.ts';
import { openFileList } from './find-files.ts';
import { findFileEvents, getFile } from './get-file.ts';
import { describeFile, openFile } from './open-file.ts';
import { updateFile } from './update-file.ts';
import { uploadFile } from './upload-file.ts';

export type Briefcase = ReturnType<typeof createBriefcase>;

/** The Maletín: what people do with files in folders. Each verb checks menu and folder itself. */
export function createBriefcase(services: BriefcaseServices) {
  const { findPage, findChoices, exportRows } = listVerbs(FILES);
  return bind(services, {
    uploadFile,
    openFileList,
    findFiles: findPage,
    findListChoices: findChoices,
    findUploadChoices,
    getFile,
    findFileEvents,
    describeFile,
    openFile,
    updateFile,
    deactivateFile,
    restoreFile,
    deactivateFiles,
    restoreFiles,
    exportFiles: exportRows,
  });
}
