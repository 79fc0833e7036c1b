import { readExtraFields, mayHaveOptions, type ExtraField } from '#server/domain/extra-fields.ts';
import { entriesOf } from '#server/domain/extra-field-lines.ts';

/** A field being edited: its options are the lines of a text. */
export interface EditedField extends Omit<ExtraField, 'opciones'> {
  /** Id of the row, not of the field. */
  id: string;
  /** Its key is stored: documents hold their values under it, so it must not change. */
  locked: boolean;
  opciones: string;
}

/** @param stored the stored fields: the first row with the key of one is taken to be that field */
export function toEdited(text: string, stored: unknown): EditedField[] {
  const keys = new Set(readExtraFields(stored).map(({ clave }) => clave));
  return readExtraFields(entriesOf(text)).map((field, index) => {
    const locked = keys.delete(field.clave);
    return { ...field, id: `f${index}`, locked, opciones: field.opciones.join('\n') };
  });
}

/** The rows in the form's format. */
export function fromEdited(rows: readonly EditedField[]): string {
  return JSON.stringify(
    rows.map(({ id: _id, locked, clave, opciones, ...field }) => ({
      ...field,
      clave: locked ? clave : clave.trim(),
      opciones: mayHaveOptions(field) ? optionsOf(opciones) : [],
    })),
  );
}

function optionsOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

export function newField(rows: readonly EditedField[]): EditedField {
  const id = `f${Math.max(-1, ...rows.map((row) => Number(row.id.slice(1)))) + 1}`;
  return { id, locked: false, clave: '', etiqueta: '', tipo: 'texto', obligatorio: false, validador: '', opciones: '' };
}
