import type { CatalogConflict } from '#server/catalogs/record.ts';
import { agree, capitalize, theOne } from '#server/domain/grammar.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ConflictForm } from '../forms/ConflictForm.tsx';
import { recordHref } from '../lists/record-links.ts';
import { controlText, FieldControl, isEditable, type DrawControls } from './FieldControl.tsx';
import { FieldValue } from './FieldValue.tsx';
import type { CatalogRecordData, SaveFailure } from './record-data.ts';
import type { UnsavedWarning } from '../forms/use-unsaved-warning.ts';

interface ConflictViewProps {
  data: CatalogRecordData;
  controls: DrawControls;
  failure: SaveFailure;
  conflict: CatalogConflict;
  lost: boolean;
  saving: boolean;
  warning: UnsavedWarning;
}

/** The conflict screen of a catalog: each disputed field by its kind. */
export function ConflictView({ data: { description, crumbs, back }, controls, failure, conflict, ...form }: ConflictViewProps) {
  const { listUrl, noun, fields } = description;
  const { stored, submitted } = conflict;
  const title = `Dos versiones de ${stored.title}`;
  const gone = stored.isActive ? '' : ` ${capitalize(theOne(noun))} además fue ${agree(noun, 'eliminado')}.`;
  return (
    <>
      <PageHead title={title} crumbs={[...crumbs, { label: title }]} />
      <ConflictForm
        action={recordHref(listUrl, stored.id, { mode: 'edit', back })}
        cancelHref={recordHref(listUrl, stored.id, { back })}
        message={failure.message + gone}
        updatedAt={stored.updatedAt}
        conflict={conflict}
        stored={stored.values}
        fields={fields.filter(isEditable).map((field) => ({
          name: field.name,
          label: field.label,
          text: controlText(submitted[field.name]),
          show: (value) => <FieldValue field={field} value={value} title={stored.title} />,
          control: (
            <FieldControl
              field={{ ...field, help: '', required: false }}
              value={failure.values[field.name] ?? submitted[field.name]}
              stored={stored.values[field.name]}
              draw={controls[field.name]}
            />
          ),
        }))}
        {...form}
      />
    </>
  );
}
