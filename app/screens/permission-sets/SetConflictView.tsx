import { actionLabel, typesText } from '#server/domain/document-permission-words.ts';
import { differenceOf, fromGrantLines, SET_TITLE_MAX, type TypeDifference } from '#server/domain/document-permissions.ts';
import { textsOf } from '#server/domain/form-base.ts';
import type { PermissionSetConflict } from '#server/features/permission-sets/permission-sets.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { RecordConflict } from '../forms/RecordConflict.tsx';
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
  const names = new Map(matrix.flatMap(({ types }) => types.map(({ key, name }) => [key, name] as const)));
  const { title, agencyScope, permissions } = SET_LABELS;
  return (
    <RecordConflict
      title={stored.title}
      crumbs={[{ label: 'Permisos de documentos', href: SETS_URL }]}
      action={setHref(record.id, 'edit')}
      cancelHref={setHref(record.id)}
      message={answer.message}
      conflict={{ ...conflict, stored: { ...stored }, submitted: { ...submitted } }}
      fields={[
        {
          name: 'title',
          label: title,
          control: <TextInput name="title" maxLength={SET_TITLE_MAX} defaultValue={submitted.title} aria-label={title} />,
        },
        {
          name: 'agencyScope',
          label: agencyScope,
          text: (value) => SCOPE_OPTIONS.filter((option) => option.value === value).map(({ label }) => label),
          control: <Select name="agencyScope" aria-label={agencyScope} options={SCOPE_OPTIONS} defaultValue={submitted.agencyScope} />,
        },
        {
          name: 'permissions',
          label: permissions,
          text: (value) => <p>{typesText(textsOf(value).length)} con permisos.</p>,
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
  );
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
