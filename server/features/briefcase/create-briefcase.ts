import { bind } from '../../platform/bind.ts';
import { fileVerbs } from '../../stored-files/file-verbs.ts';
import type { BriefcaseServices } from './access.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { deactivateFile, deactivateFiles, restoreFile, restoreFiles } from './deactivate-file.ts';
import { exportFiles } from './export-files.ts';
import { findListChoices, findUploadChoices } from './find-choices.ts';
import { findFiles } from './find-files.ts';
import { getFile } from './get-file.ts';
import { updateFile } from './update-file.ts';
import { uploadFile } from './upload-file.ts';

export type Briefcase = ReturnType<typeof createBriefcase>;

/** The Maletín: what people do with files in folders. Each verb checks menu and folder itself. */
export const createBriefcase = (services: BriefcaseServices) =>
  bind(services, {
    ...fileVerbs(BRIEFCASE),
    uploadFile,
    findFiles,
    findListChoices,
    findUploadChoices,
    getFile,
    updateFile,
    deactivateFile,
    deactivateFiles,
    restoreFile,
    restoreFiles,
    exportFiles,
  });
