import type { CatalogConflict } from '#server/catalogs/record.ts';
import { agree, capitalize, withArticle } from '#server/domain/grammar.ts';
import { RecordConflict } from '../forms/RecordConflict.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import { recordHref } from '../../record-links.ts';
import { FieldControl, isEditable, type DrawControls } from '../forms/FieldControl.tsx';
import { drawnBy } from './field-controls.tsx';
import { FieldValue } from './FieldValue.tsx';
import type { CatalogRecordData, SaveFailure } from './record-data.ts';

interface ConflictViewProps extends Omit<SaveFormState<never>, 'answer'> {
  data: CatalogRecordData;
  controls: DrawControls;
  failure: SaveFailure;
  conflict: CatalogConflict;
}

/** The conflict screen of a catalog: each disputed field rendered by its kind. */
export function ConflictView({ data: { description, crumbs, back }, controls, failure, conflict, ...form }: ConflictViewProps) {
  const { listUrl, noun, fields } = description;
  const { stored, submitted } = conflict;
  const gone = stored.isActive ? '' : ` ${capitalize(withArticle(noun))} además fue ${agree(noun, 'eliminado')}.`;
  return (
    <RecordConflict
      title={stored.title}
      crumbs={crumbs}
      action={recordHref(listUrl, stored.id, { mode: 'edit', back })}
      cancelHref={recordHref(listUrl, stored.id, { back })}
      message={failure.message + gone}
      updatedAt={stored.updatedAt}
      conflict={{ ...conflict, stored: stored.values }}
      fields={fields.filter(isEditable)}
      textOf={(field, value) => <FieldValue field={field} value={value} title={stored.title} />}
      controlOf={(field) => (
        <FieldControl
          field={{ ...field, help: '', required: false }}
          value={failure.values[field.name] ?? submitted[field.name]}
          stored={stored.values[field.name]}
          draw={drawnBy(controls, field)}
        />
      )}
      {...form}
    />
  );
}
