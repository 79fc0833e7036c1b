import { contentTypeWords } from '../../domain/file-types.ts';
import { fileTexts } from '../../domain/files-vocabulary.ts';
import { BYTES, defineTable, TEXT } from '../../read-model/table.ts';

export const briefcaseFilesProjection = defineTable(
  'maletin_archivos',
  {
    nombre: TEXT,
    carpetaId: TEXT,
    tipoDocumentoId: TEXT,
    agenciaId: TEXT,
    url: TEXT,
    contentType: TEXT,
    bytes: BYTES,
    sha256: TEXT,
    userId: TEXT,
  },
  ({ nombre, contentType, bytes }, { id }) => ({
    keys: [nombre || id],
    texts: [...fileTexts(nombre, bytes), contentType, contentTypeWords(contentType)],
  }),
);
