import { entriesOf, formatExtraFields } from '#server/domain/extra-field-lines.ts';
import { EXTRA_FIELD_KINDS } from '#server/domain/extra-fields.ts';
import { FieldErrors, fieldId, type Control } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/inputs.tsx';

interface ExtraFieldLinesProps {
  control: Control;
  text: string;
  errors: Readonly<Record<string, readonly string[]>>;
  /** What somebody has typed there since. */
  written?: string | null;
  onWrite?: (text: string) => void;
}

/** Extra fields without scripts: one per line, as `clave; etiqueta; tipo; sí/no; validador; a|b|c`. */
export function ExtraFieldLines({ control, text, errors, written = null, onWrite }: ExtraFieldLinesProps) {
  const entries = entriesOf(text);
  const shown = entries.length === 0 ? text : formatExtraFields(entries);
  return (
    <>
      <TextArea
        {...control}
        rows={8}
        className="font-mono"
        defaultValue={written ?? shown}
        onChange={({ currentTarget }) => onWrite?.(currentTarget.value)}
        spellCheck={false}
        placeholder="dpi; Número de DPI; texto; sí"
      />
      <p className="field-help">
        Una línea por campo: clave; etiqueta; tipo; sí/no; validador; opciones separadas por «|». Tipos:{' '}
        {EXTRA_FIELD_KINDS.map(({ value }) => value).join(', ')}.
      </p>
      {Object.entries(errors).map(([name, texts]) => (
        <div key={name} id={fieldId(name)} tabIndex={-1}>
          <FieldErrors id={`${fieldId(name)}-error`} errors={texts.map((error) => `${rowLabel(name)}: ${error}`)} />
        </div>
      ))}
    </>
  );
}

/** `campos.2.clave` belongs to `Campo 3`. */
export function rowLabel(name: string): string {
  return `Campo ${Number.parseInt(name.split('.')[1] ?? '', 10) + 1}`;
}
