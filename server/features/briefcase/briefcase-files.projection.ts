import { contentTypeWords } from '../../domain/file-types.ts';
import { fileTexts } from '../../domain/files-vocabulary.ts';
import { readWholeNumber } from '../../read-model/field-readers.ts';
import { defineTable, TEXT } from '../../read-model/table.ts';

export const briefcaseFilesProjection = defineTable(
  'maletin_archivos',
  {
    nombre: TEXT,
    carpetaId: TEXT,
    tipoDocumentoId: TEXT,
    agenciaId: TEXT,
    url: TEXT,
    contentType: TEXT,
    bytes: { type: 'bigint', read: (data, field) => Math.max(0, readWholeNumber(data, field, 0)) },
    sha256: TEXT,
    userId: TEXT,
  },
  ({ nombre, contentType, bytes }, { id }) => ({
    keys: [nombre || id],
    texts: [...fileTexts(nombre, bytes), contentType, contentTypeWords(contentType)],
  }),
);
