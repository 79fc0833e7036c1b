import { contentTypeWords } from '../../domain/file-types.ts';
import { fileTexts } from '../../domain/files-vocabulary.ts';
import { defineTable, LIST } from '../../read-model/table.ts';
import { tableColumns } from '../../records/record-fields.ts';
import { FILE_FIELDS } from './stored-file.ts';

export const briefcaseFilesProjection = defineTable(
  'maletin_archivos',
  { ...tableColumns(FILE_FIELDS), versions: LIST },
  ({ nombre, contentType, bytes }, { id }) => ({
    keys: [nombre || id],
    texts: [...fileTexts(nombre, bytes), contentType, contentTypeWords(contentType)],
  }),
  { title: 'nombre' },
);
