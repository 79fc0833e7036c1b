import type { FieldOption } from '../../domain/fields.ts';
import { heldInDocuments, type BulkAct } from '../../lists/bulk-act.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import { FILE_KIND } from './file-kind.ts';
import { findUploadChoices } from './find-choices.ts';
import { GRANT_ACT } from './grant-act.ts';
import { FORM_FIELDS } from './stored-file.ts';
import { placeFile } from './update-file.ts';

const [, FOLDER, TYPE] = FORM_FIELDS;

const changing = (name: 'carpetaId' | 'tipoDocumentoId'): Pick<BulkAct, 'findHeld' | 'set' | 'wanted'> => ({
  findHeld: (services, { ids }) => heldInDocuments(services, FILE_KIND, { ids, field: name, title: 'nombre' }),
  wanted: (_held, asked) => asked[name] ?? '',
  set: (services, { actor, requestId, id, held, wanted }) =>
    placeFile(services, { actor, requestId, id, base: { [name]: held.value }, values: { [name]: String(wanted) } }),
});

const optionsOf = (choices: readonly Choice[]): FieldOption[] => choices.map(({ id, name }) => ({ value: id, label: name }));

/** What is done to a selection of files: where they lie and what they are. */
export const FILE_ACTS: readonly BulkAct[] = [
  {
    ...changing('carpetaId'),
    id: 'move',
    label: 'Mover',
    icon: 'folder',
    done: ['Se movió', 'Se movieron'],
    joins: ' a ',
    asks: [FOLDER],
    findOptions: async (services, call) => ({ carpetaId: optionsOf((await findUploadChoices(services, call)).folders) }),
  },
  {
    ...changing('tipoDocumentoId'),
    id: 'change-type',
    label: 'Cambiar tipo',
    icon: 'file-type',
    done: ['Se cambió el tipo de', 'Se cambió el tipo de'],
    asks: [TYPE],
    findOptions: async (services, call) => ({ tipoDocumentoId: optionsOf((await findUploadChoices(services, call)).documentTypes) }),
  },
  GRANT_ACT,
];
