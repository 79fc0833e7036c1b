import { parseDay } from '#server/domain/dates.ts';
import type { ExtraField } from '#server/domain/extra-fields.ts';
import { campoName, EXTRA_VALUE_MAX } from '#server/domain/extra-values.ts';
import type { UploadType } from '#server/features/documents/document-types.ts';
import type { FormField } from '../forms/FieldControl.tsx';
import type { Option } from '../../ui/inputs.tsx';

/** What a type asks for, as a form; `textOf` says what it holds. */
export function campoFields(fields: readonly ExtraField[], textOf: (name: string) => string = () => ''): FormField[] {
  return fields.map((field) => campoField(field, textOf(campoName(field.clave))));
}

function campoField({ clave, etiqueta, obligatorio, tipo, opciones }: ExtraField, text: string): FormField {
  const common = { name: campoName(clave), label: etiqueta, required: obligatorio, section: 'Campos del tipo' };
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

export function typeOptions(types: readonly UploadType[]): Option[] {
  return types.map(({ id, name, categoryName }) => ({ value: id, label: `${categoryName} › ${name}` }));
}
