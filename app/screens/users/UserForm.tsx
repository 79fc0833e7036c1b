import { menuHref } from '#server/domain/menu.ts';
import type { UserConflict as Conflict } from '#server/features/people/users.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { RecordConflict } from '../forms/RecordConflict.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm, type SaveFormState } from '../forms/use-save-form.ts';
import { listHref, recordHref } from '../../record-links.ts';
import type { UserFailure } from './act-on-user.ts';
import { FIELDS_NAME } from './read-user-form.ts';
import type { UserData } from './record-data.ts';
import {
  fieldText,
  formFieldOf,
  formValuesOf,
  USER_FORM_FIELDS,
  USER_LABELS,
  type UserFormField,
  type UserFormValues,
} from './user-fields.ts';
import { UserField } from './UserField.tsx';

const LIST_URL = menuHref('users');
const PERSON: readonly UserFormField[] = ['name', 'email', 'phone'];
const PLACE: readonly UserFormField[] = ['agency', 'department', 'position'];
const ACCESS: readonly UserFormField[] = ['role', 'folders', 'digitalization_permission_id'];

/** Hire somebody, or change them: everything on one page. Rendered with the loader's token as key, so a new form starts empty. */
export function UserForm({ data }: { data: UserData }) {
  const { record, back, options, roleSummaries } = data;
  const { answer: failure, ...state } = useSaveForm<UserFailure>();
  const title = record ? `Editar ${record.title}` : 'Nuevo usuario';
  const recordUrl = recordHref(LIST_URL, record?.id ?? 'new', { back });
  const listUrl = listHref(LIST_URL, back);
  const values: UserFormValues = { ...data.values, ...failure?.values };
  const asked = [...PERSON, ...PLACE, ...ACCESS].filter((field) => isAsked(field, data));
  if (record && failure?.conflict)
    return <UserConflict data={data} failure={failure} conflict={failure.conflict} id={record.id} state={state} />;
  const draw = (fields: readonly UserFormField[]) =>
    fields
      .filter((field) => asked.includes(field) || field === 'digitalization_permission_id')
      .map((field) => (
        <UserField
          key={field}
          field={field}
          values={values}
          options={options}
          roleSummaries={roleSummaries}
          errors={failure?.errors[field]}
        />
      ));
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: 'Usuarios', href: listUrl },
          ...(record ? [{ label: record.title, href: recordUrl }] : []),
          { label: record ? 'Editar' : title },
        ]}
      />
      <FormFailure failure={failure} fields={[...USER_FORM_FIELDS, 'password']} />
      <SaveForm
        action={record ? recordHref(LIST_URL, record.id, { mode: 'edit', back }) : recordUrl}
        state={state}
        bar={{
          label: record ? 'Guardar' : 'Crear usuario',
          another: record ? undefined : 'otro',
          cancelHref: record ? recordUrl : listUrl,
        }}
      >
        <input type="hidden" name={FIELDS_NAME} value={asked.join(' ')} />
        <input type="hidden" name="formToken" value={failure?.formToken || data.formToken} />
        {record ? <input type="hidden" name="version" value={failure?.version || record.version} /> : null}
        <section className="form-column mb-6">
          <h2>Persona</h2>
          {draw(PERSON)}
          {record ? <DescriptionList facts={{ [USER_LABELS.email]: `${record.email} (no se puede cambiar)` }} /> : null}
        </section>
        <section className="form-column mb-6">
          <h2>Lugar de trabajo</h2>
          {draw(PLACE)}
        </section>
        <section className="form-column group/acceso mb-6">
          <h2>Acceso</h2>
          {record && !record.can.editPermissions ? <LockedAccess data={data} values={values} /> : draw(ACCESS)}
          {record && !record.can.editPermissions ? null : <AllFoldersNote />}
          {data.isLimited && !(record && !record.can.editPermissions) ? <LimitedNote /> : null}
          {record ? null : (
            <FirstPassword mails={data.mailsPasswords} setsPassword={failure?.setsPassword ?? false} errors={failure?.errors['password']} />
          )}
        </section>
      </SaveForm>
    </>
  );
}

/** The e-mail names the account and stays; of themselves people change no permissions. */
function isAsked(field: UserFormField, { record, options }: UserData): boolean {
  if (field === 'email') return record === null;
  if (ACCESS.includes(field) && record && !record.can.editPermissions) return false;
  return field !== 'digitalization_permission_id' || options.digitalization_permission_id.length > 0;
}

function LockedAccess({ data: { record, options }, values }: { data: UserData; values: UserFormValues }) {
  return (
    <>
      <Notice kind="info">{record?.whyNotPermissions}</Notice>
      <DescriptionList
        facts={Object.fromEntries(
          ACCESS.map((field) => [
            USER_LABELS[field],
            field === 'folders' && record?.isAdministrator ? 'Todas' : fieldText(field, values, options),
          ]),
        )}
      />
    </>
  );
}

function LimitedNote() {
  return (
    <p className="field-help">Solo se ofrecen los roles, carpetas y permisos que usted tiene. Los demás puede darlos un Administrador.</p>
  );
}

/** Shown by style while the administrator is chosen. */
function AllFoldersNote() {
  return (
    <div className="hidden group-has-[input[name=role][value=admin]:checked]/acceso:block">
      <Notice kind="info">
        El Administrador abre todas las carpetas, también las que no estén marcadas, y administra a los demás usuarios.
      </Notice>
    </div>
  );
}

/** How a new person gets in. Which part shows is a matter of style alone, so it works without JavaScript. */
function FirstPassword({ mails, setsPassword, errors }: { mails: boolean; setsPassword: boolean; errors?: readonly string[] | undefined }) {
  return (
    <fieldset className="group/clave grid gap-2">
      <legend className="mb-1.5 font-[550]">Contraseña</legend>
      <label className="flex items-start gap-2.5">
        <input
          type="radio"
          className="radio radio-primary radio-sm mt-0.5"
          name="passwordMode"
          value="email"
          defaultChecked={!setsPassword}
        />
        {mails
          ? 'Enviar un correo para que la persona elija su contraseña'
          : 'Darle un enlace de un solo uso para que elija su contraseña: se lo mostraremos al guardar, pues el portal no envía correos'}
      </label>
      <label className="flex items-start gap-2.5">
        <input type="radio" className="radio radio-primary radio-sm mt-0.5" name="passwordMode" value="set" defaultChecked={setsPassword} />
        Asignar una contraseña inicial
      </label>
      <div className="hidden ps-7 group-has-[input[value=set]:checked]/clave:block">
        <Field
          name="password"
          label="Contraseña inicial"
          errors={errors}
          help="Al menos 10 caracteres, con letras y números. Désela en persona; podrá cambiarla en «Mi cuenta»."
        >
          {(control) => <TextInput {...control} type="text" autoComplete="off" spellCheck={false} maxLength={128} className="max-w-64" />}
        </Field>
      </div>
    </fieldset>
  );
}

interface UserConflictProps {
  data: UserData;
  failure: UserFailure;
  conflict: Conflict;
  id: string;
  state: Omit<SaveFormState<UserFailure>, 'answer'>;
}

/** Both versions of what differs; what does not differ is not sent, and stays as it is stored. */
function UserConflict({ data: { back, options, roleSummaries }, failure, conflict, id, state }: UserConflictProps) {
  const stored = formValuesOf(conflict.stored);
  const fields = conflict.differing.map(formFieldOf).filter((field) => field !== null);
  const values = { ...stored, ...failure.values };
  return (
    <RecordConflict
      title={conflict.stored.name}
      crumbs={[{ label: 'Usuarios', href: listHref(LIST_URL, back) }]}
      action={recordHref(LIST_URL, id, { mode: 'edit', back })}
      cancelHref={recordHref(LIST_URL, id, { back })}
      message={failure.message}
      conflict={{ differing: fields, stored, submitted: values, version: conflict.stored.version }}
      fields={fields.map((field) => ({
        name: field,
        label: USER_LABELS[field],
        text: () => fieldText(field, stored, options) || <span className="text-muted">Sin dato</span>,
        control: <UserField field={field} values={values} options={options} roleSummaries={roleSummaries} />,
      }))}
      {...state}
    >
      <input type="hidden" name={FIELDS_NAME} value={fields.join(' ')} />
    </RecordConflict>
  );
}
