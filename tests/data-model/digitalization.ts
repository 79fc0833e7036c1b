import type { CollectionNote } from './describe-collection.ts';

/** The database of digitized documents. */
export const DIGITALIZATION: readonly CollectionNote[] = [
  {
    database: 'digitalization',
    path: 'categorias',
    table: 'categorias',
    about: 'Categories of digitized documents.',
    writers: ['portal'],
    how: 'Digitalización › Categorías.',
    fields: { nombre: 'Name', descripcion: 'Text', estado: 'Whether types and documents may newly be given it' },
  },
  {
    database: 'digitalization',
    path: 'tipos_documento',
    table: 'tipos_documento',
    about: 'Types of digitized documents; each belongs to a category.',
    writers: ['portal'],
    how: 'Digitalización › Tipos de documento.',
    fields: {
      nombre: 'Name',
      categoryId: 'Id of the category',
      descripcion: 'Text',
      estado: 'Whether documents may newly be given it',
      extensiones: 'Endings of file names that it takes, lower case without dot; none: any',
      retencionAnios: 'For how many years a document is kept; null: no limit',
      campos:
        'What is asked of each document besides: {clave, etiqueta, tipo, obligatorio, validador, opciones}. `tipo` is texto, numero, moneda, fecha, opcion or asociado; `validador` an id of the constants `fieldValidators` or empty; at most 40. Members that other programs add stay',
    },
  },
  {
    database: 'digitalization',
    path: 'documentos',
    table: 'documentos',
    about: 'Digitized documents.',
    writers: ['portal', 'other programs'],
    how: 'Digitalización › Digitalizar documentos. How many there are of each state, type, agency and holder is kept in `document_totals`.',
    fields: {
      categoryId: 'Id of the category',
      documentId: 'Id of the type',
      documentName: 'What people call it',
      userId: 'Id of the person who holds it, empty for nobody; `{id}` and references are read too',
      userAssign: { type: 'text', means: 'The same id, always written beside it; not in the table, which reads either' },
      agencyId: 'Id of the agency that has it',
      agencyFromDoc: 'Id of the agency from which it came',
      status: 'INDEXED, ARCHIVED, ASSIGNED or RETURNED',
      url: 'Address of the file, empty while there is none',
      fileName: 'Name of the file',
      contentType: 'Media type of the file',
      bytes: 'Size of the file',
      sha256: 'Fingerprint of the file',
      pages: 'How many pages the file has; null: not known',
      versions: {
        type: 'list of maps',
        means: 'Earlier files, newest last: {url, fileName, contentType, bytes, sha256, pages, userId, at}',
      },
      uploadedBy: {
        type: 'text',
        means: 'Id of the person who stored the present file, where that was not the one who indexed it; not in the table',
      },
      uploadedAt: { type: 'timestamp', means: 'When; not in the table' },
      campos: { type: 'map', means: 'Values of the fields of its type, by their `clave`' },
      fromPackaging: 'Id of the package that brought it last; true and false count as empty',
      inPackage: 'Id of the sent package in which it is on its way, empty for none',
      returnReason: 'Why it was returned last',
      ubicacion: 'Where the paper lies',
      createdBy: 'Id of the person who indexed it',
    },
  },
  {
    database: 'digitalization',
    path: 'permisos_documentos',
    table: 'permisos_documentos',
    about: 'Permission sets of the digitalization; a person is given one.',
    writers: ['portal'],
    how: 'Digitalización › Permisos de documentos; given to people in Sistema › Usuarios, and read with the person at every request.',
    fields: {
      title: 'Name',
      permissions: {
        type: 'map',
        means:
          '{category: {document type: [create, view, print, download, edit]}}; at most 400 types. Actions that other programs add stay with their type',
      },
      agencyScope: '`own`: documents of the own agency or that the person holds; `all` unless said',
    },
  },
];
