import type { UserConflict } from '#server/features/people/users.ts';
import { menuHref } from '#server/domain/menu.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ConflictForm } from '../forms/ConflictForm.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import { listHref, recordHref } from '../lists/record-links.ts';
import type { UserFailure } from './act-on-user.ts';
import { FIELDS_NAME } from './read-user-form.ts';
import type { UserData } from './record-data.ts';
import { fieldText, formFieldOf, formValuesOf, USER_LABELS } from './user-fields.ts';
import { UserField } from './UserField.tsx';

const LIST_URL = menuHref('users');

interface UserConflictViewProps {
  data: UserData;
  failure: UserFailure;
  conflict: UserConflict;
  id: string;
  state: Omit<SaveFormState<UserFailure>, 'answer'>;
}

/** Both versions of what differs; what does not differ is not sent, and stays as it is stored. */
export function UserConflictView({ data, failure, conflict, id, state }: UserConflictViewProps) {
  const { back, options, roleSummaries } = data;
  const stored = formValuesOf(conflict.stored);
  const fields = conflict.differing.map(formFieldOf).filter((field) => field !== null);
  const title = `Dos versiones de ${conflict.stored.name}`;
  const { version } = conflict.stored;
  return (
    <>
      <PageHead title={title} crumbs={[{ label: 'Usuarios', href: listHref(LIST_URL, back) }, { label: title }]} />
      <ConflictForm
        key={version}
        action={recordHref(LIST_URL, id, { mode: 'edit', back })}
        cancelHref={recordHref(LIST_URL, id, { back })}
        message={failure.message}
        updatedAt={null}
        conflict={{ base: null, differing: fields, merged: { theirs: [], mine: [] }, savedBy: null, version }}
        stored={stored}
        fields={fields.map((field) => ({
          name: field,
          label: USER_LABELS[field],
          text: '',
          show: () => fieldText(field, stored, options) || <span className="text-muted">Sin dato</span>,
          control: <UserField field={field} values={{ ...stored, ...failure.values }} options={options} roleSummaries={roleSummaries} />,
        }))}
        {...state}
      >
        <input type="hidden" name={FIELDS_NAME} value={fields.join(' ')} />
      </ConflictForm>
    </>
  );
}
