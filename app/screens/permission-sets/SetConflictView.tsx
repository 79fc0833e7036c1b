import type { FormBase, FormValue } from '#server/domain/conflict.ts';
import { actionLabel, typesText } from '#server/domain/document-permission-words.ts';
import { differenceOf, fromGrantLines, SET_TITLE_MAX, type TypeDifference } from '#server/domain/document-permissions.ts';
import { baseText, textsOf } from '#server/domain/form-base.ts';
import type { PermissionSetConflict } from '#server/features/permission-sets/permission-sets.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ConflictForm } from '../forms/ConflictForm.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import type { SetAnswer } from './act-on-set.ts';
import type { SetData } from './set-data.ts';
import { SCOPE_OPTIONS, SET_LABELS, setHref, SETS_URL } from './set-links.ts';
import { PermissionControls } from './SetReview.tsx';

interface SetConflictViewProps extends Omit<SaveFormState<never>, 'answer'> {
  data: SetData;
  record: NonNullable<SetData['record']>;
  answer: SetAnswer;
  conflict: PermissionSetConflict;
}

/** Somebody else changed the same set first: both versions, one of which is kept. */
export function SetConflictView({ data: { matrix }, record, answer, conflict, ...state }: SetConflictViewProps) {
  const { stored, submitted } = conflict;
  const title = `Dos versiones de ${stored.title}`;
  const names = new Map(matrix.flatMap(({ types }) => types.map(({ key, name }) => [key, name] as const)));
  const base: FormBase = { ...stored };
  return (
    <>
      <PageHead title={title} crumbs={[{ label: 'Permisos de documentos', href: SETS_URL }, { label: title }]} />
      <ConflictForm
        key={conflict.version}
        action={setHref(record.id, 'edit')}
        cancelHref={setHref(record.id)}
        message={answer.message}
        updatedAt={null}
        conflict={conflict}
        stored={base}
        fields={[
          {
            name: 'title',
            label: SET_LABELS.title,
            text: submitted.title,
            show: baseText,
            control: <TextInput name="title" maxLength={SET_TITLE_MAX} defaultValue={submitted.title} aria-label={SET_LABELS.title} />,
          },
          {
            name: 'agencyScope',
            label: SET_LABELS.agencyScope,
            text: submitted.agencyScope,
            show: (value) => SCOPE_OPTIONS.filter((option) => option.value === value).map(({ label }) => label),
            control: (
              <Select name="agencyScope" aria-label={SET_LABELS.agencyScope} options={SCOPE_OPTIONS} defaultValue={submitted.agencyScope} />
            ),
          },
          {
            name: 'permissions',
            label: SET_LABELS.permissions,
            text: submitted.permissions.join('\n'),
            show: (value) => <Extent value={value} />,
            control: (
              <>
                <Differences stored={stored.permissions} mine={submitted.permissions} names={names} />
                <PermissionControls lines={submitted.permissions} />
              </>
            ),
          },
        ]}
        {...state}
      />
    </>
  );
}

function Extent({ value }: { value: FormValue }) {
  return <p>{typesText(textsOf(value).length)} con permisos.</p>;
}

interface DifferencesProps {
  stored: readonly string[];
  mine: readonly string[];
  names: ReadonlyMap<string, string>;
}

function Differences({ stored, mine, names }: DifferencesProps) {
  const tell = ({ added, removed }: TypeDifference) =>
    [
      ...(added.length > 0 ? [`solo en la suya: ${added.map(actionLabel).join(', ')}`] : []),
      ...(removed.length > 0 ? [`solo en la guardada: ${removed.map(actionLabel).join(', ')}`] : []),
    ].join('; ');
  return (
    <ul className="mb-2 list-disc ps-5">
      {differenceOf(fromGrantLines(stored), fromGrantLines(mine)).map((difference) => (
        <li key={difference.key}>
          {names.get(difference.key) ?? difference.key}: {tell(difference)}.
        </li>
      ))}
    </ul>
  );
}
