import { bind } from '../../platform/bind.ts';
import { fileVerbs } from '../../stored-files/file-verbs.ts';
import { BRIEFCASE, PARTS_URL } from './briefcase-area.ts';
import { deactivateFile, deactivateFiles, restoreFile, restoreFiles } from './deactivate-file.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { FILE_KIND } from './file-kind.ts';
import { ACCESS_FIELDS, ACCESS_KIND, findFolderAccess, folderRulesProjection, grantFolder, revokeFolder } from './folder-access.ts';
import { FILES, FILES_URL, fileUrl } from './file-list.ts';
import { findUploadChoices } from './find-choices.ts';
import { findStory } from './file-story.ts';
import { openFileList } from './find-files.ts';
import { getFile, openFileRecord } from './get-file.ts';
import { findReadings, READINGS } from './reading-list.ts';
import {
  requestReading,
  requestFolderReadingsJob,
  requestFolderReadings,
  confirmReading,
  dropReading,
  findFolderReadings,
  findReadingForm,
  getReading,
  restoreReading,
  READING_ALERTS,
  READING_FIELDS,
  READING_KIND,
  READING_PARTS,
  readingForm,
  readingsProjection,
  remindReaders,
} from './required-reading.ts';
import { FILE_FIELDS, VERSION_FIELDS } from './stored-file.ts';
import { fileFields, updateFile } from './update-file.ts';
import { findVersions, toDuplicate, uploadFile } from './upload-file.ts';
import { zipFiles } from './zip-files.ts';
import { menuHref } from '../../domain/menu.ts';
import { readingUrl } from '../../domain/readings.ts';
import { DOCUMENT_TYPES, FOLDERS } from '../../read-model/pages/choices.ts';
import type { Services } from '../../services.ts';
import { storageReport } from './storage-report.ts';
import { foldersTile, recentFilesTile } from './home-tiles.ts';
import { briefcaseFilesProjection } from './briefcase-files.projection.ts';
import { duplicatesAnswer } from '../../stored-files/find-duplicates.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { labelsOf, withReasons } from '../../records/record-fields.ts';
import { feature, job } from '../feature.ts';

export type Briefcase = ReturnType<typeof createBriefcase>;

/** The Maletín: what people do with files in folders. Each verb checks menu and folder itself. */
export function createBriefcase(services: Services) {
  const { findPage, findNeighbours, findChoices, exportRows } = listVerbs(FILES);
  const verbs = bind(services, {
    ...fileVerbs(BRIEFCASE),
    uploadFile,
    findVersions,
    findStory,
    findFolderAccess,
    grantFolder,
    revokeFolder,
    findReadings,
    getReading,
    findFolderReadings,
    findReadingForm,
    requestReading,
    restoreReading,
    dropReading,
    confirmReading,
    remindReaders,
    zipFiles,
    openFileList,
    findFiles: findPage,
    findFileNeighbours: findNeighbours,
    findListChoices: findChoices,
    findUploadChoices,
    getFile,
    updateFile,
    deactivateFile,
    deactivateFiles,
    restoreFile,
    restoreFiles,
    exportFiles: exportRows,
  });
  return {
    ...verbs,
    fileFields: withReasons(fileFields, services.documents.main, FILE_KIND.collection),
    readingForm,
    labels: labelsOf(FILE_FIELDS),
  };
}

export const briefcase = feature({
  records: {
    [FILE_KIND.collection]: {
      noun: FILE_KIND.noun,
      title: 'Archivos del Maletín',
      page: pageUnder({ menu: FILES.menu, url: FILES_URL }),
      names: { table: FILE_KIND.collection, name: 'nombre' },
      fields: [...FILE_FIELDS, ...VERSION_FIELDS],
      open: openFileRecord,
    },
    [ACCESS_KIND.collection]: {
      noun: ACCESS_KIND.noun,
      page: pageUnder({ menu: 'briefcase-folders', url: menuHref('briefcase-folders') }),
      names: FOLDERS,
      fields: ACCESS_FIELDS,
    },
    [READING_KIND.collection]: {
      noun: READING_KIND.noun,
      page: { menu: FILES.menu, href: (ids) => readingUrl(ids.at(-1) ?? '') },
      names: { table: FILE_KIND.collection, name: 'nombre' },
      fields: [...READING_FIELDS, ...READING_PARTS],
    },
  },
  verbs: { briefcase: createBriefcase },
  projections: [briefcaseFilesProjection, folderRulesProjection, readingsProjection],
  fileAreas: [BRIEFCASE],
  lists: [declareList(FILES), READINGS],
  linkedRows: [
    { of: FOLDERS.table, list: FILES, params: (carpetaId) => ({ carpetaId }) },
    { of: DOCUMENT_TYPES.table, list: FILES, params: (tipoDocumentoId) => ({ tipoDocumentoId }) },
  ],
  alerts: READING_ALERTS,
  answers: [
    { url: '/briefcase/upload', read: findUploadChoices },
    duplicatesAnswer(BRIEFCASE, {
      url: `${PARTS_URL}/duplicates`,
      describe: (found) => ({ ...toDuplicate(found), url: fileUrl(found.id) }),
    }),
  ],
  jobs: [job(requestFolderReadingsJob, () => Promise.resolve(({ services }) => requestFolderReadings(services)))],
  reports: [storageReport],
  tiles: [foldersTile, recentFilesTile],
});
