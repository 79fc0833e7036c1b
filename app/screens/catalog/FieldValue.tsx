import type { CatalogValue, FieldDescription } from '#server/catalogs/definition.ts';
import { formatDay } from '#server/domain/dates.ts';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { FilePictures } from './FilePictures.tsx';

/** Text of a value in one line, for tables and comparisons; '' for none. */
export function valueText({ kind, options }: Pick<FieldDescription, 'kind' | 'options'>, value: CatalogValue): string {
  if (value === null) return '';
  if (typeof value === 'object') return value.join(', ');
  if (options) return options.find((option) => option.value === String(value))?.label ?? String(value);
  return kind === 'date' ? formatDay(String(value)) : String(value);
}

/** A value as a record shows it: lines kept, pictures as pictures, states with their sign. */
export function FieldValue({ field, value }: { field: FieldDescription; value: CatalogValue }) {
  const text = valueText(field, value);
  if (text === '') return <span className="text-muted">Sin dato</span>;
  switch (field.kind) {
    case 'flag':
      return <StateLabel on={value === true} yes={text} no={text} />;
    case 'long-text':
      return <span className="whitespace-pre-line">{text}</span>;
    case 'phone':
      return <a className="text-link" href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</a>;
    case 'links':
      return typeof value === 'object' && value !== null ? <FilePictures addresses={value} /> : null;
    default:
      return <span className={field.kind === 'integer' || field.kind === 'decimal' ? 'tabular' : undefined}>{text}</span>;
  }
}
