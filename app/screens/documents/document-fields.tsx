import type { ExtraField } from '#server/domain/extra-fields.ts';
import { campoName } from '#server/domain/extra-values.ts';
import { groupThousands } from '#server/domain/text.ts';
import type { UploadType } from '#server/features/documents/document-types.ts';
import type { DrawControl, DrawControls, FormField } from '../forms/FieldControl.tsx';
import { drawMember } from '../forms/MemberInput.tsx';
import { TextInput, type Option } from '../../ui/inputs.tsx';

/** Further facts on a document's fields: descriptions of their validation rules by code, and the current values. */
interface KnownOfFields {
  rules: Readonly<Record<string, string>>;
  textOf?: (name: string) => string;
  /** Members that it names: `value` is the id, `label` code and name. */
  members?: readonly Option[];
}

/** The fields of a document type as form fields. */
export function campoFields(fields: readonly ExtraField[], { rules, textOf = () => '', members = [] }: KnownOfFields): FormField[] {
  return fields.map((field) => campoField(field, { rule: rules[field.validador] ?? '', text: textOf(campoName(field.clave)), members }));
}

interface Known {
  rule: string;
  text: string;
  members: readonly Option[];
}

function campoField({ clave, etiqueta, obligatorio, tipo, opciones }: ExtraField, { rule, text, members }: Known): FormField {
  const common = { name: campoName(clave), label: etiqueta, required: obligatorio, section: 'Campos del tipo', help: rule };
  switch (tipo) {
    case 'numero':
      return { ...common, input: { inputMode: 'decimal' } };
    case 'moneda':
      return { ...common, help: rule || 'En quetzales, por ejemplo 92,000.00.', input: { inputMode: 'decimal' } };
    case 'fecha':
      return { ...common, kind: 'date' };
    case 'opcion':
      return { ...common, placeholder: 'Elija una opción', options: [...new Set([...opciones, text])].filter(Boolean).map(toOption) };
    case 'asociado':
      return { ...common, kind: 'text', help: 'Código, nombre o DPI del asociado.', options: members };
    default:
      return common;
  }
}

/** Custom controls for members, which need a script, and for amounts. */
export function campoControls(fields: readonly ExtraField[]): DrawControls {
  return Object.fromEntries(fields.map(({ clave, tipo }) => [campoName(clave), drawOf(tipo)]));
}

function drawOf(tipo: string): DrawControl | undefined {
  return tipo === 'asociado' ? drawMember : tipo === 'moneda' ? drawAmount : undefined;
}

const drawAmount: DrawControl = (control, text) => <TextInput {...control} inputMode="decimal" defaultValue={amountText(text)} />;

/** An amount as people write it, `89,239.50`, if it is read back as exactly what is stored: saving without a change must change nothing. */
function amountText(stored: string): string {
  const cents = Number(stored).toFixed(2);
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d\d)$/.exec(cents) ?? [];
  return rest === '' || stored === '' || String(Number(cents)) !== stored ? stored : `${sign}${groupThousands(whole, ',')}${rest}`;
}

function toOption(value: string): Option {
  return { value, label: value };
}

export function typeOptions(types: readonly UploadType[]): Option[] {
  return types.map(({ id, name, categoryName }) => ({ value: id, label: `${categoryName} › ${name}` }));
}
