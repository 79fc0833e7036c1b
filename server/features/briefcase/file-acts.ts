import { optionOf } from '../../domain/fields.ts';
import { readCurrentValues, type BulkAct } from '../../lists/bulk-act.ts';
import { FILE_KIND } from './file-kind.ts';
import { findUploadChoices } from './find-choices.ts';
import { GRANT_ACT } from './grant-act.ts';
import { READING_ACT } from './reading-act.ts';
import { FORM_FIELDS } from './stored-file.ts';
import { placeFile } from './update-file.ts';

const [, FOLDER, TYPE] = FORM_FIELDS;

const changing = (name: 'carpetaId' | 'tipoDocumentoId'): Pick<BulkAct, 'findHeld' | 'set' | 'wanted'> => ({
  findHeld: (services, { ids }) => readCurrentValues(services, FILE_KIND, { ids, field: name, title: 'nombre' }),
  wanted: (_held, asked) => asked[name] ?? '',
  set: (services, { actor, requestId, id, held, wanted }) =>
    placeFile(services, { actor, requestId, id, base: { [name]: held.value }, values: { [name]: String(wanted) } }),
});

/** Bulk acts on files: their folder and their document type. */
export const FILE_ACTS: readonly BulkAct[] = [
  {
    ...changing('carpetaId'),
    id: 'move',
    label: 'Mover',
    icon: 'folder',
    done: ['Se movió', 'Se movieron'],
    joins: ' a ',
    asks: [FOLDER],
    findOptions: async (services, call) => ({ carpetaId: (await findUploadChoices(services, call)).folders.map(optionOf) }),
  },
  {
    ...changing('tipoDocumentoId'),
    id: 'change-type',
    label: 'Cambiar tipo',
    of: 'de',
    icon: 'file-type',
    done: ['Se cambió el tipo de', 'Se cambió el tipo de'],
    asks: [TYPE],
    findOptions: async (services, call) => ({ tipoDocumentoId: (await findUploadChoices(services, call)).documentTypes.map(optionOf) }),
  },
  GRANT_ACT,
  READING_ACT,
];
