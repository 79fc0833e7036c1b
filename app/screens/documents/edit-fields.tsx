import { parseDay } from '#server/domain/dates.ts';
import type { ExtraField } from '#server/domain/extra-fields.ts';
import { EXTRA_VALUE_MAX } from '#server/domain/extra-values.ts';
import type { FormField } from '../forms/FieldControl.tsx';
import type { Option } from '../../ui/inputs.tsx';

const CAMPO = 'campos.';
const LABELS: Readonly<Record<string, string>> = { documentName: 'Nombre', documentId: 'Tipo de documento', categoryId: 'Categoría' };

type FieldName = 'documentName' | 'categoryId' | 'documentId' | `campos.${string}`;

export function isDocumentField(name: string): name is FieldName {
  return Object.hasOwn(LABELS, name) || (name.startsWith(CAMPO) && name.length > CAMPO.length);
}

export function labelOf(name: string): string {
  if (name === 'archivo') return 'Archivo';
  return LABELS[name] ?? name.replace(CAMPO, '');
}

/** The form of a document of a type that asks for `fields`; `textOf` says what it holds. */
export function editFields(types: readonly Option[], fields: readonly ExtraField[], textOf: (name: string) => string): FormField[] {
  return [
    { name: 'documentName', label: labelOf('documentName'), required: true, input: { maxLength: 200 } },
    {
      name: 'documentId',
      label: labelOf('documentId'),
      required: true,
      options: types,
      help: 'Al cambiarlo se pide lo obligatorio del tipo nuevo.',
    },
    ...campoFields(fields, textOf),
  ];
}

/** What a type asks for, as a form; `textOf` says what it holds. */
export function campoFields(fields: readonly ExtraField[], textOf: (name: string) => string = () => ''): FormField[] {
  return fields.map((field) => campoField(field, textOf(CAMPO + field.clave)));
}

function campoField(field: ExtraField, text: string): FormField {
  const { clave, etiqueta, obligatorio, tipo, opciones } = field;
  const common = { name: CAMPO + clave, label: etiqueta, required: obligatorio, section: 'Campos del tipo' };
  switch (tipo) {
    case 'numero':
      return { ...common, input: { inputMode: 'decimal', maxLength: 40 } };
    case 'moneda':
      return { ...common, help: 'En quetzales: 1250.50.', input: { inputMode: 'decimal', maxLength: 40 } };
    case 'fecha':
      // A date control shows a text that is not a day as empty, and saving the form would delete it.
      return text === '' || parseDay(text) ? { ...common, input: { type: 'date' } } : common;
    case 'opcion':
      return { ...common, placeholder: 'Elija una opción', options: [...new Set([...opciones, text])].filter(Boolean).map(toOption) };
    case 'asociado':
      return { ...common, help: 'Código del asociado.', input: { maxLength: 200 } };
    default:
      return { ...common, input: { maxLength: EXTRA_VALUE_MAX } };
  }
}

function toOption(value: string): Option {
  return { value, label: value };
}
