import { cleanTypedName } from '#server/domain/file-name.ts';
import { fileExtension } from '#server/domain/files-vocabulary.ts';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import type { DeskColumn } from '../files/WorkbenchRow.tsx';
import { reasonToRefuse, type FileFacts, type KnownFile, type UploadFields, type UploadTarget } from '../files/upload-target.ts';
import { optionsOfRecords } from '../forms/options-of-records.ts';
import { DUPLICATES_URL, PARTS_URL, UPLOAD_URL } from './file-links.ts';
import { suggestType } from './suggest-type.ts';

/** The parts of POST /briefcase/upload's answer that are used. */
interface Answer {
  nombre: string;
  url: string;
  duplicateOf: { nombre: string; folderName: string } | null;
  warnings: string[];
}

/** Answer of GET /briefcase/uploads/duplicates. */
interface Duplicates {
  duplicates: { nombre: string; folderName: string; url: string }[];
}

const NO_NAME = 'Escriba el nombre.';
const NO_AGENCY = 'Su usuario no tiene agencia. Puede asignarla un Administrador.';
const NO_FOLDERS = 'Usted no tiene carpetas asignadas. Puede asignarlas un Administrador.';

/** Upload target of the Maletín: each file gets a folder and a document type. `filteredBy` is the type by which the list is filtered. */
export function briefcaseTarget(choices: UploadChoices, filteredBy: string): UploadTarget {
  const typeOf = (fields: UploadFields) => choices.documentTypes.find(({ id }) => id === fields['documentTypeId']);
  return {
    address: UPLOAD_URL,
    partsAddress: PARTS_URL,
    fields: {},
    final: [400, 404, 413, 415],
    refuses: (file, fields) => refusalOf(choices, file, typeOf(fields)),
    finish(answer) {
      const { nombre, url, duplicateOf, warnings } = answer as Answer;
      const repeats = duplicateOf ? [`Mismo contenido que «${duplicateOf.nombre}» (${duplicateOf.folderName}).`] : [];
      return { name: nombre, href: url, note: [...repeats, ...warnings].join(' ') };
    },
    desk: {
      suggest: (file) => ({ documentTypeId: suggestType(file, choices.documentTypes, filteredBy) }),
      lacks(fields) {
        if (!fields['folderId']) return 'Elija la carpeta';
        return fields['documentTypeId'] ? '' : 'Elija el tipo';
      },
      findStored,
    },
  };
}

function refusalOf(choices: UploadChoices, file: FileFacts, type: UploadChoices['documentTypes'][number] | undefined): string | null {
  if (!choices.hasAgency) return NO_AGENCY;
  if (choices.folders.length === 0) return NO_FOLDERS;
  if (file.size === 0) return 'El archivo está vacío.';
  if (file.contradiction) return file.contradiction.reason;
  if (!isNamed(file)) return NO_NAME;
  if (type) return reasonToRefuse(file, type);
  if (suggestType(file, choices.documentTypes, '') !== '') return null;
  const isTooBig = suggestType({ ...file, size: 1 }, choices.documentTypes, '') !== '';
  return `Ningún tipo de documento admite ${kindOf(file)}${isTooBig ? ' de este tamaño' : ''}.`;
}

/** Whether the stored name has anything before its extension: «.oculto.pdf» has «oculto», «.pdf» has nothing. */
function isNamed({ name }: FileFacts): boolean {
  const dot = name.lastIndexOf('.');
  return cleanTypedName(dot === -1 ? name : name.slice(0, dot)) !== '';
}

function kindOf({ name }: FileFacts): string {
  const extension = fileExtension(name);
  return extension === '' ? 'archivos sin extensión' : `archivos «${extension.slice(0, 12)}»`;
}

async function findStored(sha256: string): Promise<KnownFile | null> {
  const response = await fetch(`${DUPLICATES_URL}?sha256=${sha256}`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`duplicates answered ${response.status}`);
  const [found] = ((await response.json()) as Duplicates).duplicates;
  return found ? { note: `Ya está en el Maletín: «${found.nombre}» (${found.folderName}).`, href: found.url } : null;
}

/** The choices of each row. */
export function briefcaseColumns({ folders, documentTypes }: UploadChoices): DeskColumn[] {
  return [
    { name: 'folderId', label: 'Carpeta', placeholder: 'Elija la carpeta', each: 'Elija la carpeta', options: optionsOfRecords(folders) },
    {
      name: 'documentTypeId',
      label: 'Tipo',
      placeholder: 'Elija el tipo',
      each: 'Según cada archivo',
      options: optionsOfRecords(documentTypes),
    },
  ];
}
