import { ACT_TEXT_MAX } from '#server/domain/document-states.ts';
import { optionsOfRecords } from '../../ui/inputs.tsx';
import type { FormField } from '../forms/FieldControl.tsx';

/** What assigning asks. */
export function assignFields(people: readonly { id: string; name: string }[]): readonly FormField[] {
  return [
    { name: 'userId', label: 'Asignar a', required: true, placeholder: 'Elija a una persona', options: optionsOfRecords(people) },
    { name: 'comment', label: 'Comentario', help: 'Queda en el historial.', input: { maxLength: ACT_TEXT_MAX.comment } },
  ];
}

export const RETURN_FIELDS: readonly FormField[] = [
  {
    name: 'reason',
    label: 'Motivo',
    required: true,
    kind: 'long-text',
    rows: 2,
    maxLength: ACT_TEXT_MAX.reason,
  },
];

export const ARCHIVE_FIELDS: readonly FormField[] = [
  {
    name: 'ubicacion',
    label: 'Lugar del papel',
    required: true,
    help: 'Por ejemplo: Bodega 2, estante 4/B. Sin papel: Solo digital.',
    input: { maxLength: ACT_TEXT_MAX.ubicacion },
  },
];
