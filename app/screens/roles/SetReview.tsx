import type { ReactNode } from 'react';
import { fromGrantLines, inActionOrder } from '#server/domain/document-permissions.ts';
import type { FieldDescription } from '#server/domain/fields.ts';
import { fieldText } from '#server/domain/field-text.ts';
import type { PermissionSetValues } from '#server/features/roles/set.ts';
import type { PermissionSetReview } from '#server/features/roles/permission-sets.ts';
import { Button } from '../../ui/Button.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import { DifferenceTable } from './DifferenceTable.tsx';

interface SetReviewProps {
  fields: readonly FieldDescription[];
  review: PermissionSetReview;
  action: string;
  cancelHref: string;
  isNew: boolean;
  state: Omit<SaveFormState<never>, 'answer'>;
  /** Hidden controls of the form. */
  children: ReactNode;
}

/** What a save would add and remove, and whom it affects. Nothing is stored yet; the form's values are carried along. */
export function SetReview({ fields, review, action, cancelHref, isNew, state, children }: SetReviewProps) {
  const { title, agencyScope, permissions, differences, sentences } = review;
  return (
    <SaveForm
      action={action}
      state={state}
      bar={{
        label: isNew ? 'Crear conjunto' : 'Guardar',
        cancelHref,
        note: (
          <Button type="submit" name="intent" value="change" look="quiet">
            Seguir editando
          </Button>
        ),
      }}
    >
      {children}
      <input type="hidden" name="title" value={title} />
      <input type="hidden" name="agencyScope" value={agencyScope} />
      <PermissionControls lines={permissions} />
      <Notice kind={sentences.length > 0 ? 'warning' : 'info'} live className="mb-4 max-w-160">
        <h2 className="text-sm leading-5">{sentences.length > 0 ? 'Antes de guardar, revise lo que cambia' : 'Los permisos no cambian'}</h2>
        <ul className="mt-1 grid gap-1">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="mt-1">Todavía no se guardó nada.</p>
      </Notice>
      <div className="surface mb-4 max-w-160 p-4">
        <DescriptionList
          facts={Object.fromEntries(
            fields.flatMap((field) =>
              field.name === 'permissions' ? [] : [[field.label, fieldText(field, review[field.name as keyof PermissionSetValues])]],
            ),
          )}
        />
      </div>
      {differences.length > 0 ? (
        <DifferenceTable caption="Lo que cambia" differences={differences} labels={['Se agrega', 'Se quita']} />
      ) : null}
    </SaveForm>
  );
}

/** A set's permissions as hidden inputs, in the format of its form's boxes. */
export function PermissionControls({ lines }: { lines: readonly string[] }) {
  return [...fromGrantLines(lines)].flatMap(([key, actions]) =>
    inActionOrder(actions).map((action) => <input key={`${key}/${action}`} type="hidden" name="p" value={`${key}/${action}`} />),
  );
}
