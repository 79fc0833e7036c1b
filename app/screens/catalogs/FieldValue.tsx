import type { FormValue } from '#server/domain/conflict.ts';
import type { FieldDescription } from '#server/domain/fields.ts';
import { formatDateLong, startOfDay } from '#server/domain/dates.ts';
import { readExtraFields, extraFieldKind, type ExtraField } from '#server/domain/extra-fields.ts';
import { fieldText } from '#server/domain/field-text.ts';
import { baseText, textsOf } from '#server/domain/form-value.ts';
import { PhoneLink } from '../../ui/contact-links.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { recordHref } from '../../record-links.ts';
import { RecordPictures } from '../files/images/RecordPictures.tsx';

/** A value in a record's view: line breaks kept, pictures shown, states with their sign. `title` names the record in alternative texts. */
export function FieldValue({ field, value, title }: { field: FieldDescription; value: FormValue; title: string }) {
  const text = fieldText(field, value);
  if (text === '') return <span className="text-muted">Sin dato</span>;
  switch (field.kind) {
    case 'flag':
      return <StateLabel on={value === true} yes={text} no={text} />;
    case 'date':
      return <span>{formatDateLong(startOfDay(baseText(value)))}</span>;
    case 'long-text':
      return <span className="whitespace-pre-line">{text}</span>;
    case 'phone':
      return <PhoneLink telefono={text} />;
    case 'links':
      return <RecordPictures addresses={textsOf(value)} title={title} />;
    case 'extra-fields':
      return <ExtraFieldList fields={readExtraFields(value)} />;
    case 'reference':
      return <ReferredRecord field={field} id={baseText(value)} text={text} />;
    case 'image':
      return <RecordPictures addresses={[text]} title={title} large />;
    case 'link':
      return (
        <a className="text-link break-all" href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      );
    default:
      return <span className={field.kind === 'integer' || field.kind === 'decimal' ? 'tabular' : undefined}>{text}</span>;
  }
}

/** Link to a referenced record. Other programs may store its name instead of its id: then it links to the one with that name. */
function ReferredRecord({ field: { recordsUrl, options = [] }, id, text }: { field: FieldDescription; id: string; text: string }) {
  const isKnown = options.some(({ value }) => value === id);
  const named = isKnown ? [] : options.filter(({ label }) => label.toLowerCase() === id.toLowerCase());
  const known = isKnown ? id : named.length === 1 ? named[0]?.value : undefined;
  if (recordsUrl === undefined || known === undefined) return <span>{text}</span>;
  return (
    <a className="text-link" data-nav="" href={recordHref(recordsUrl, known)}>
      {text}
    </a>
  );
}

/** Extra fields in readable form: their labels and what may be entered. */
function ExtraFieldList({ fields }: { fields: readonly ExtraField[] }) {
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
