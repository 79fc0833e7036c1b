import { actionLabel, typesText } from '#server/domain/document-permission-words.ts';
import { differenceOf, fromGrantLines, type TypeDifference } from '#server/domain/document-permissions.ts';
import { textsOf } from '#server/domain/form-value.ts';
import type { PermissionSetConflict } from '#server/features/roles/permission-sets.ts';
import { shownText } from '../forms/FieldControl.tsx';
import { RecordConflict } from '../forms/RecordConflict.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import type { SetAnswer } from './act-on-set.ts';
import type { SetData } from './set-data.ts';
import { setHref, SETS_URL } from './set-links.ts';
import { PermissionControls } from './SetReview.tsx';

interface SetConflictViewProps extends Omit<SaveFormState<never>, 'answer'> {
  data: SetData;
  record: NonNullable<SetData['record']>;
  answer: SetAnswer;
  conflict: PermissionSetConflict;
}

/** Somebody else changed the same set first: shows both versions, one of which is kept. */
export function SetConflictView({ data: { matrix, fields }, record, answer, conflict, ...state }: SetConflictViewProps) {
  const { stored, submitted } = conflict;
  const names = new Map(matrix.flatMap(({ types }) => types.map(({ key, name }) => [key, name] as const)));
  return (
    <RecordConflict
      title={stored.title}
      crumbs={[{ label: 'Permisos de documentos', href: SETS_URL }]}
      action={setHref(record.id, 'edit')}
      cancelHref={setHref(record.id)}
      message={answer.message}
      conflict={{ ...conflict, stored: { ...stored }, submitted: { ...submitted } }}
      fields={fields}
      textOf={(field, value) =>
        field.name === 'permissions' ? <p>{typesText(textsOf(value).length)} con permisos.</p> : shownText(field, value)
      }
      controlOf={({ name }) =>
        name === 'permissions' ? (
          <>
            <Differences stored={stored.permissions} mine={submitted.permissions} names={names} />
            <PermissionControls lines={submitted.permissions} />
          </>
        ) : undefined
      }
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
  const describeDifference = ({ added, removed }: TypeDifference) =>
    [
      ...(added.length > 0 ? [`solo en la suya: ${added.map(actionLabel).join(', ')}`] : []),
      ...(removed.length > 0 ? [`solo en la guardada: ${removed.map(actionLabel).join(', ')}`] : []),
    ].join('; ');
  return (
    <ul className="mb-2 list-disc ps-5">
      {differenceOf(fromGrantLines(stored), fromGrantLines(mine)).map((difference) => (
        <li key={difference.key}>
          {names.get(difference.key) ?? difference.key}: {describeDifference(difference)}.
        </li>
      ))}
    </ul>
  );
}
