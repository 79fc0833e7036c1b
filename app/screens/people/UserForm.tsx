import { menuHref } from '#server/domain/menu.ts';
import { fieldText } from '#server/domain/field-text.ts';
import type { FormBase } from '#server/domain/conflict.ts';
import { joinWithAnd } from '#server/domain/text.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { factsIn, labelOf } from '../forms/labels.ts';
import { RecordConflict } from '../forms/RecordConflict.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm, type SaveFormState } from '../forms/use-save-form.ts';
import { listHref, recordHref } from '../../record-links.ts';
import type { UserFailure } from './act-on-user.ts';
import type { UserData } from './record-data.ts';
import { UserField } from './UserField.tsx';

const LIST_URL = menuHref('users');
const ACCESS = 'Acceso';

/** Form to create or change a person, all on one page. */
export function UserForm({ data }: { data: UserData }) {
  const { record, back, fields } = data;
  const { answer: failure, ...state } = useSaveForm<UserFailure>();
  const title = record ? `Editar ${record.title}` : 'Nuevo usuario';
  const recordUrl = recordHref(LIST_URL, record?.id ?? 'new', { back });
  const listUrl = listHref(LIST_URL, back);
  const values: Readonly<Record<string, unknown>> = { ...data.values, ...failure?.values };
  const isLocked = record !== null && !record.can.editPermissions;
  if (record && failure?.conflict)
    return <UserConflict data={data} failure={failure} conflict={failure.conflict} id={record.id} state={state} />;
  const draw = (part: string) =>
    fields
      .filter(({ name, section }) => section === part && !(record && name === 'email'))
      .map((field) => <UserField key={field.name} field={field} value={values[field.name]} data={data} errors={failure?.errors} />);
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: 'Usuarios', href: listUrl },
          ...(record ? [{ label: record.title, href: recordUrl }] : []),
          { label: record ? 'Editar' : title },
        ]}
        {...(data.copied && { subtitle: `Con el lugar de trabajo y el acceso de ${data.copied.title}. Escriba quién es.` })}
      />
      {data.copied && data.copied.left.length > 0 ? (
        <Notice kind="warning" className="mb-4 max-w-4xl">
          {`De ${data.copied.title} no se copió todo en ${joinWithAnd(data.copied.left.map((label) => `«${label}»`))}: ya no se ofrece o usted no puede darlo.`}
        </Notice>
      ) : null}
      <FormFailure failure={failure} fields={fields.map(({ name }) => name)} />
      <SaveForm
        action={record ? recordHref(LIST_URL, record.id, { mode: 'edit', back }) : recordUrl}
        state={state}
        autoComplete="off"
        bar={{
          label: record ? 'Guardar' : 'Crear usuario',
          another: record ? undefined : 'otro',
          cancelHref: record ? recordUrl : listUrl,
        }}
      >
        <input type="hidden" name="formToken" value={failure?.formToken || data.formToken} />
        {record ? <input type="hidden" name="version" value={failure?.version || record.version} /> : null}
        <section className="form-column mb-6">
          <h2>Persona</h2>
          {draw('Persona')}
          {record ? <DescriptionList facts={{ [labelOf(fields, 'email')]: `${record.email} (no se puede cambiar)` }} /> : null}
        </section>
        <section className="form-column mb-6">
          <h2>Lugar de trabajo</h2>
          {draw('Lugar de trabajo')}
        </section>
        <section className="form-column mb-6">
          <h2>Acceso</h2>
          {isLocked ? <LockedAccess data={data} /> : draw(ACCESS)}
          {isLocked ? null : <AllFoldersNote />}
          {data.isLimited && !isLocked ? <LimitedNote /> : null}
          {record ? null : <FirstPassword mails={data.mailsPasswords} />}
        </section>
      </SaveForm>
    </>
  );
}

/** Shown when editing oneself or somebody whose permissions may not be changed. */
function LockedAccess({ data: { record, fields, values } }: { data: UserData }) {
  const asked = fields.filter(({ section }) => section === ACCESS);
  return (
    <>
      <Notice kind="info">{record?.whyNotPermissions}</Notice>
      <DescriptionList facts={factsIn(asked, values, record?.isAdministrator ? { briefcase_permissions: 'Todas' } : {})} />
    </>
  );
}

function LimitedNote() {
  return (
    <p className="field-help">Solo se ofrecen los roles, carpetas y permisos que usted tiene. Los demás puede darlos un Administrador.</p>
  );
}

/** Shown by CSS while the role Administrador is chosen. */
function AllFoldersNote() {
  return (
    <div className="if-administrator">
      <Notice kind="info">
        El Administrador abre todas las carpetas, también las que no estén marcadas, y administra a los demás usuarios.
      </Notice>
    </div>
  );
}

/** How a new person gets access. */
function FirstPassword({ mails }: { mails: boolean }) {
  return (
    <p className="field-help">
      {mails
        ? 'La persona recibirá un correo con un enlace de un solo uso para elegir su contraseña.'
        : 'Al guardar le mostraremos un enlace de un solo uso para que la persona elija su contraseña, pues el portal no envía correos.'}
    </p>
  );
}

interface UserConflictProps {
  data: UserData;
  failure: UserFailure;
  conflict: NonNullable<UserFailure['conflict']>;
  id: string;
  state: Omit<SaveFormState<UserFailure>, 'answer'>;
}

/** Both versions of the differing fields; the others are not sent, and stay as stored. */
function UserConflict({ data, failure, conflict, id, state }: UserConflictProps) {
  const { back } = data;
  const submitted: FormBase = { ...conflict.stored, ...(failure.values as FormBase) };
  return (
    <RecordConflict
      title={conflict.stored.name}
      crumbs={[{ label: 'Usuarios', href: listHref(LIST_URL, back) }]}
      action={recordHref(LIST_URL, id, { mode: 'edit', back })}
      cancelHref={recordHref(LIST_URL, id, { back })}
      message={failure.message}
      conflict={{ ...conflict, submitted }}
      fields={data.fields.filter(({ name }) => conflict.differing.includes(name))}
      textOf={(field, value) => fieldText(field, value) || <span className="text-muted">Sin dato</span>}
      controlOf={(field) => <UserField field={{ ...field, help: '' }} value={submitted[field.name]} data={data} />}
      {...state}
    />
  );
}
