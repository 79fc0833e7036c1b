import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { VIEWS_TABLE } from '../../lists/saved-views.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { defineTable, ID } from '../../read-model/table.ts';
import { field, flag, ids, oneOf, text } from '../../records/fields.ts';
import { initialValues, readValues, storedValues, tableColumns, type ValuesOf } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';
import type { RecordKind } from '../../records/record-kind.ts';

export const VIEW_NOUN: Noun = { singular: 'vista', plural: 'vistas', gender: 'f' };

/** A saved view of a list: `vistas_guardadas/{id}` (docs/data-model.md). */
export const VIEW_FIELDS = [
  text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 60, example: 'Por llamar en mi agencia' }),
  text({ name: 'lista', label: 'Lista', required: true }),
  text({ name: 'consulta', label: 'Búsqueda, filtros y orden', maxLength: 2_000 }),
  field('lines', { name: 'columnas', label: 'Columnas', maxItems: 60 }, [] as readonly string[], z.array(z.string().max(100)).max(60)),
  oneOf({ name: 'densidad', label: 'Filas', words: { normal: 'De altura normal', compacta: 'Compactas' } }),
  flag({ name: 'inicio', label: 'En Inicio', words: ['Sí', 'No'], initial: false, help: 'Con cuántos hay, en «Mis vistas».' }),
  ids({ name: 'roles', label: 'Compartida con roles', maxItems: 30, names: { table: 'roles', name: 'title' } }),
  ids({ name: 'agencias', label: 'Compartida con agencias', maxItems: 200, names: AGENCIES }),
] as const;

export type ViewValues = ValuesOf<typeof VIEW_FIELDS>;

export const EMPTY_VIEW = initialValues(VIEW_FIELDS);
export const VIEW_FORM = recordForm(VIEW_FIELDS);

export function readView(data: Fields): ViewValues {
  return readValues(VIEW_FIELDS, data);
}

export function viewNotFound(id: string): AppError {
  return new AppError('not-found', `no view ${id.slice(0, 60)}`, { userMessage: 'Esa vista ya no existe.' });
}

export const VIEW_KIND: RecordKind<ViewValues> = {
  database: 'main',
  menu: null,
  collection: VIEWS_TABLE,
  noun: VIEW_NOUN,
  read: readView,
  show: ({ data }) => readView(data),
  toStored: (changes) => storedValues(VIEW_FIELDS, changes),
  notFound: viewNotFound,
  actions: {
    created: AUDIT_ACTIONS.recordCreated,
    updated: AUDIT_ACTIONS.recordUpdated,
    activated: { deactivated: AUDIT_ACTIONS.recordDeactivated, restored: AUDIT_ACTIONS.recordRestored },
  },
};

export const viewsProjection = defineTable(VIEWS_TABLE, { ...tableColumns(VIEW_FIELDS), userId: ID }, ({ nombre }, { id }) => ({
  keys: [nombre || id],
  texts: [],
}));
