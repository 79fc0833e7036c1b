import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { reasonToRefuse, type UploadTarget } from '../files/upload-queue.ts';
import { UPLOAD_URL } from './file-links.ts';

/** What POST /briefcase/upload answers, as far as it is shown. */
interface Answer {
  url: string;
  duplicateOf: { nombre: string; folderName: string } | null;
}

/** A folder and a document type of the Maletín; null while something is still to be chosen. */
export function targetOf(choices: UploadChoices, folderId: string, documentTypeId: string): UploadTarget | null {
  const documentType = choices.documentTypes.find(({ id }) => id === documentTypeId);
  if (!documentType || folderId === '') return null;
  return {
    address: UPLOAD_URL,
    fields: { folderId, documentTypeId },
    final: [400, 404, 413, 415],
    refuses: (file) => reasonToRefuse(file, documentType),
    finish(answer) {
      const { url, duplicateOf } = answer as Answer;
      return { href: url, note: duplicateOf ? `Mismo contenido que «${duplicateOf.nombre}» (${duplicateOf.folderName}).` : '' };
    },
  };
}
