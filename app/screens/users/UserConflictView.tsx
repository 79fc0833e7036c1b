import { Form } from '@remix-run/react';
import type { UserConflict } from '#server/features/people/users.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { listHref } from '../lists/record-links.ts';
import { ConflictField } from '../forms/ConflictForm.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import type { UnsavedWarning } from '../forms/use-unsaved-warning.ts';
import type { UserFailure } from './act-on-user.ts';
import { FIELDS_NAME } from './read-user-form.ts';
import type { UserData } from './record-data.ts';
import { fieldText, formFieldOf, formValuesOf, USER_LABELS, type UserFormValues } from './user-fields.ts';
import { UserField } from './UserField.tsx';
import { USERS_URL, userHref } from './user-links.ts';

interface UserConflictViewProps {
  data: UserData;
  failure: UserFailure;
  conflict: UserConflict;
  lost: boolean;
  saving: boolean;
  warning: UnsavedWarning;
}

/**
 * Somebody saved first: both versions of what differs. The stored value is kept, or one's own, which can still be
 * edited here; what does not differ is not sent, and saving is checked against the version shown.
 */
export function UserConflictView({ data, failure, conflict, lost, saving, warning }: UserConflictViewProps) {
  const { record, back } = data;
  const stored = formValuesOf(conflict.stored);
  const mine: UserFormValues = { ...stored, ...failure.values };
  const fields = conflict.differing.map(formFieldOf).filter((field) => field !== null);
  const id = record?.id ?? '';
  const title = `Dos versiones de ${conflict.stored.name}`;
  return (
    <>
      <PageHead title={title} crumbs={[{ label: 'Usuarios', href: listHref(USERS_URL, back) }, { label: title }]} />
      <Notice kind="warning" live className="mb-4 max-w-160">
        {failure.message}
      </Notice>
      <Form
        method="post"
        action={userHref(id, { mode: 'edit', back })}
        onInput={warning.markChanged}
        onSubmit={warning.markSent}
        key={conflict.stored.version}
      >
        <input type="hidden" name="version" value={conflict.stored.version} />
        <input type="hidden" name={FIELDS_NAME} value={fields.join(' ')} />
        {fields.map((field) => (
          <ConflictField
            key={field}
            name={field}
            label={USER_LABELS[field]}
            stored={fieldText(field, stored, data.options) || <span className="text-muted">Sin dato</span>}
            control={<UserField field={field} values={mine} options={data.options} roleSummaries={data.roleSummaries} />}
          />
        ))}
        <SaveBar label="Guardar lo elegido" cancelHref={userHref(id, { back })} saving={saving} lost={lost} />
      </Form>
      <LeaveDialog blocker={warning.blocker} />
    </>
  );
}
