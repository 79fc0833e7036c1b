import { extraFieldKind, type ExtraField } from '#server/domain/extra-fields.ts';

/** Extra fields as people read them: what each is called, and what may be written into it. */
export function ExtraFieldList({ fields }: { fields: readonly ExtraField[] }) {
  return (
    <ol className="grid gap-2">
      {fields.map((field, index) => (
        <li key={`${field.clave}-${index}`} className="min-w-0">
          <span className="font-medium">{field.etiqueta}</span> <code className="break-all text-muted">{field.clave}</code>
          <div className="text-muted wrap-anywhere">{describeField(field).join(' · ')}</div>
        </li>
      ))}
    </ol>
  );
}

function describeField(field: ExtraField): string[] {
  return [
    extraFieldKind(field.tipo),
    field.obligatorio ? 'obligatorio' : 'opcional',
    ...(field.validador === '' ? [] : [`validador ${field.validador}`]),
    ...(field.opciones.length > 0 ? [field.opciones.join(', ')] : []),
  ];
}
