import { DOCUMENT_NOUN, requireDocuments } from '../../digitized/document-kind.ts';
import { AppError } from '../../domain/errors.ts';
import { requireSome } from '../../records/some-records.ts';
import type { Call, Services } from '../../services.ts';
import { openZip, type OpenedZip } from '../../stored-files/open-zip.ts';
import { DOCUMENT_FILES } from './documents-area.ts';

/** 1 to 100 documents as one file, for who may download each of them. Errors: those of openZip, `invalid-input` for none or more. */
export async function zipDocuments(services: Services, call: Call & { ids: readonly string[]; signal?: AbortSignal }): Promise<OpenedZip> {
  requireDocuments(call.actor);
  const ids = requireSome({ noun: DOCUMENT_NOUN }, call.ids);
  return openZip(services, DOCUMENT_FILES, {
    ...call,
    ids,
    mayNot: ({ id, name }) =>
      new AppError('forbidden', `staff ${call.actor.id} may not download digitized document ${id}`, {
        userMessage: `No tiene permiso para descargar «${name || id}». Quítelo de la selección, o pida el permiso a un Administrador.`,
        permission: 'Descargar documentos de este tipo',
      }),
  });
}
