import { Form, useActionData, useNavigation } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { menuHref } from '#server/domain/menu.ts';
import { countOf, joinWithAnd } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { LinkedCard } from '../../ui/LinkedCard.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { RecordColumns } from '../../ui/RecordColumns.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { handOverHref } from './hand-over-links.ts';
import { listHref, recordHref } from '../../record-links.ts';
import { ActNotice } from '../forms/ActNotice.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { CopyLink } from '../forms/EditLink.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { factsIn } from '../forms/labels.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { setHref, simulationHref } from '../roles/set-links.ts';
import type { UserFailure } from './act-on-user.ts';
import type { UserData } from './record-data.ts';

const LIST_URL = menuHref('users');
const ACCESS = 'Acceso';

type Shown = NonNullable<UserData['record']>;

/** A staff member: profile, rights, and sign-in. */
export function UserView({ data }: { data: UserData }) {
  const { record, back } = data;
  const answer = useActionData<UserFailure | LostConnection>();
  if (!record) return null;
  return (
    <>
      <PageHead
        title={record.title}
        state={<StateLabel on={record.state} />}
        subtitle={
          <>
            {[record.roleTitle, record.positionName, record.agencyName].filter(Boolean).join(' · ')}
            {record.phone === '' ? null : (
              <>
                {' · '}
                <PhoneLink telefono={record.phone} />
              </>
            )}
          </>
        }
        crumbs={[{ label: 'Usuarios', href: listHref(LIST_URL, back) }, { label: record.title }]}
        secondary={
          <>
            <CopyLink menu="users" listUrl={LIST_URL} id={record.id} back={back} />
            <Actions record={record} action={recordHref(LIST_URL, record.id, { back })} />
          </>
        }
        primary={
          record.canEdit ? (
            <ButtonLink look="primary" icon="pencil" href={recordHref(LIST_URL, record.id, { mode: 'edit', back })} data-key="e">
              Editar
            </ButtonLink>
          ) : null
        }
      />
      <ActNotice answer={answer} className="mb-4 max-w-4xl" />
      <GoneNotice record={record} />
      <StateNotice record={record} mailsPasswords={data.mailsPasswords} />
      <HeldNotice data={data} record={record} />
      <RetiredRoleNotice record={record} />
      <Cards data={data} record={record} />
    </>
  );
}

function StateNotice({ record, mailsPasswords }: { record: Shown; mailsPasswords: boolean }) {
  if (!record.state) {
    return (
      <Notice kind="warning" className="mb-4 max-w-4xl">
        Este usuario está desactivado: no puede iniciar sesión y sus sesiones se cerraron. Sus archivos y registros se conservan.
      </Notice>
    );
  }
  if (record.account.exists && !record.account.disabled) return null;
  return (
    <Notice kind="warning" className="mb-4 max-w-4xl">
      {record.account.exists ? 'Su cuenta está bloqueada en el servicio de cuentas.' : 'Todavía no tiene cuenta para iniciar sesión.'}{' '}
      «Restablecer contraseña» {mailsPasswords ? 'le envía un correo' : 'da un enlace para entregarle'} y la habilita.
    </Notice>
  );
}

/** The copy of a person whom the REST backend no longer has. */
function GoneNotice({ record }: { record: Shown }) {
  if (!record.isGone) return null;
  return (
    <Notice kind="warning" className="mb-4 max-w-4xl">
      El servidor de usuarios ya no tiene a esta persona: aquí se ve lo último que se leyó de ella.
      {record.state ? ' Conserva su acceso a este portal hasta que la desactive.' : ''}
    </Notice>
  );
}

/** Shown when a deactivated person still holds work. */
function HeldNotice({ data: { holdings, back }, record }: { data: UserData; record: Shown }) {
  if (holdings.length === 0) return null;
  return (
    <Notice kind="warning" className="mb-4 max-w-4xl">
      Todavía tiene {joinWithAnd(holdings)}.{' '}
      <a className="text-link" data-nav="" href={handOverHref(record.id, back)}>
        Entregar a otra persona
      </a>
    </Notice>
  );
}

/** A role retired outside this portal leaves its people without screens. */
function RetiredRoleNotice({ record }: { record: Shown }) {
  if (!record.roleIsRetired) return null;
  return (
    <Notice kind="warning" className="mb-4 max-w-4xl">
      Su rol «{record.roleTitle}» está retirado: no ve ninguna pantalla hasta que reciba otro.
    </Notice>
  );
}

function Actions({ record, action }: { record: Shown; action: string }) {
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" action={action} className="contents">
      {record.can.resetPassword ? (
        <Button type="submit" icon="key-round" name="intent" value="reset-password" disabled={busy}>
          Restablecer contraseña
        </Button>
      ) : null}
      {record.can.resetPassword && record.account.exists ? (
        <ConfirmButton
          label="Cerrar sesiones"
          question={`¿Cerrar las sesiones de ${record.title}?`}
          explanation={<p>Deberá iniciar sesión de nuevo en cada equipo. Lo que no haya guardado le queda en pantalla.</p>}
          confirmLabel="Cerrar sesiones"
          name="intent"
          value="close-sessions"
        />
      ) : null}
      {record.can.deactivate ? (
        <ConfirmButton
          label="Desactivar"
          question={`¿Desactivar a ${record.title}?`}
          explanation={
            <p>
              Sus sesiones abiertas se cierran en este momento y no podrá iniciar sesión. Sus archivos y registros se conservan. Puede
              activarse de nuevo.
            </p>
          }
          confirmLabel="Desactivar"
          name="intent"
          value="deactivate"
        />
      ) : null}
      {record.can.activate ? (
        <Button type="submit" name="intent" value="activate" disabled={busy}>
          Activar
        </Button>
      ) : null}
    </Form>
  );
}

function Cards({
  data: { factors, fields, linked, opensSets, resetFields, story, values, roleSummaries },
  record,
}: {
  data: UserData;
  record: Shown;
}) {
  const inSection = (access: boolean) => fields.filter(({ section }) => (section === ACCESS) === access);
  const set = values.digitalization_permission_id;
  const permission = fields
    .flatMap(({ name, options = [] }) => (name === 'digitalization_permission_id' ? options : []))
    .find(({ value }) => value === set);
  const { pages } = record;
  const own = {
    email: <MailLink correo={record.email} />,
    phone: <PhoneLink telefono={record.phone} />,
    agency: pageLink(pages.agency, record.agencyName),
    department: pageLink(pages.department, record.department?.name ?? ''),
    position: pageLink(pages.position, record.positionName),
    role: <RoleText role={pageLink(record.rolePage, record.roleTitle)} summary={roleSummaries[values.role]} />,
    briefcase_permissions: record.isAdministrator ? 'Todas' : <FoldersText record={record} />,
    digitalization_permission_id: <PermissionSetText set={permission} record={record} opensSets={opensSets} />,
  };
  return (
    <RecordColumns
      side={
        <>
          <LinkedCard linked={linked} />
          <FactCard
            title="Actividad"
            facts={{
              'Clics en el portal': record.clicks,
              'Último clic': record.lastActivity || 'Ninguno',
              Creación: record.createdAt,
              'Última modificación': record.updatedAt,
            }}
            technical={{ Código: <code className="text-[0.8125rem] break-all">{record.id}</code> }}
          />
          {story ? <StoryCard story={story} /> : null}
        </>
      }
    >
      <FactCard title="Persona" facts={factsIn(inSection(false), values, own)} />
      <FactCard title={ACCESS} facts={factsIn(inSection(true), values, own)}>
        {record.isSelf || !record.canEdit ? <p className="field-help mt-2">{record.whyNotPermissions || record.whyNotDeactivate}</p> : null}
      </FactCard>
      <FactorsOf factors={factors} fields={resetFields} record={record} />
    </RecordColumns>
  );
}

interface FactorsOfProps extends Pick<UserData, 'factors'> {
  fields: UserData['resetFields'];
  record: Shown;
}

/** The person's second factors, and the form to remove them when lost. */
function FactorsOf({ factors, fields, record }: FactorsOfProps) {
  const answer = useActionData<UserFailure | LostConnection>();
  const errors = answer && 'errors' in answer ? answer.errors : undefined;
  if (factors === 0) return null;
  return (
    <Card title="Segundo factor">
      <p>Tiene {countOf(factors, 'forma', 'formas')} de confirmar que es quien entra.</p>
      {record.can.resetPassword ? (
        <details className="mt-2" open={errors?.['reason'] !== undefined}>
          <summary className="text-link cursor-pointer">Perdió su teléfono o su llave</summary>
          <Form method="post" noValidate className="form-column mt-2" autoComplete="off">
            {fields.map((field) => (
              <FieldControl key={field.name} field={field} errors={errors} />
            ))}
            <div>
              <Button type="submit" look="danger" name="intent" value="reset-factors">
                Quitar su segundo factor
              </Button>
            </div>
          </Form>
        </details>
      ) : null}
    </Card>
  );
}

interface PermissionSetTextProps {
  set: { value: string; label: string } | undefined;
  record: Shown;
  opensSets: boolean;
}

/** The permission set, with a link to a simulation of its effect for the person. */
function PermissionSetText({ set, record, opensSets }: PermissionSetTextProps) {
  const label = set?.label ?? 'Ninguno';
  if (!opensSets) return label;
  return (
    <>
      {pageLink(set && setHref(set.value), label)}
      {record.state ? (
        <a className="text-link block text-[0.8125rem]" data-nav="" href={simulationHref(record.id)}>
          Ver qué puede con los documentos
        </a>
      ) : null}
    </>
  );
}

function FoldersText({ record: { ownFolders, givenFolders, pages } }: { record: Shown }) {
  const listed = (folders: Shown['ownFolders']) =>
    folders.map(({ id, name }, place) => (
      <Fragment key={id}>
        {place === 0 ? '' : ', '}
        {pageLink(pages.folders[id], name || id)}
      </Fragment>
    ));
  if (givenFolders.length === 0) return ownFolders.length === 0 ? 'Ninguna' : listed(ownFolders);
  return (
    <>
      {ownFolders.length === 0 ? 'Ninguna a su nombre' : listed(ownFolders)}. Por su rol, agencia o departamento: {listed(givenFolders)}
    </>
  );
}

function RoleText({ role, summary }: { role: ReactNode; summary: string | undefined }) {
  return (
    <>
      {role}
      {summary ? <span className="block text-[0.8125rem] text-muted">Ve: {summary}</span> : null}
    </>
  );
}
