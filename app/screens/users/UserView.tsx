import { Form, useActionData, useNavigation } from '@remix-run/react';
import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { listHref } from '../lists/record-links.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
import type { UserFailure } from './act-on-user.ts';
import type { UserData } from './record-data.ts';
import { USERS_URL, userHref } from './user-links.ts';

type Shown = NonNullable<UserData['record']>;

/** A person of the staff: who, what they may do, how they get in. */
export function UserView({ data }: { data: UserData }) {
  const { record, back } = data;
  const answer = useActionData<UserFailure | LostConnection>();
  if (!record) return null;
  return (
    <>
      <PageHead
        title={record.title}
        crumbs={[{ label: 'Usuarios', href: listHref(USERS_URL, back) }, { label: record.title }]}
        secondary={<Actions record={record} action={userHref(record.id, { back })} />}
        primary={
          record.canEdit ? (
            <ButtonLink look="primary" icon={Pencil} href={userHref(record.id, { mode: 'edit', back })} data-key="e">
              Editar
            </ButtonLink>
          ) : null
        }
      />
      {answer ? (
        <Notice kind="error" live className="mb-4 max-w-4xl">
          {'lost' in answer ? 'No se cambió nada: se perdió la conexión o terminó su sesión. Intente de nuevo.' : answer.message}
        </Notice>
      ) : null}
      <StateNotice record={record} />
      <Cards data={data} record={record} />
    </>
  );
}

function StateNotice({ record }: { record: Shown }) {
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
      «Restablecer contraseña» le envía un correo y la habilita.
    </Notice>
  );
}

function Actions({ record, action }: { record: Shown; action: string }) {
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" action={action} className="contents">
      {record.can.resetPassword ? (
        <Button type="submit" icon={KeyRound} name="intent" value="reset-password" disabled={busy}>
          Restablecer contraseña
        </Button>
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

function Cards({ data: { options, values, roleSummaries }, record }: { data: UserData; record: Shown }) {
  const permission = options.digitalization_permission_id.find((option) => option.value === values?.digitalization_permission_id);
  return (
    <div className="grid max-w-4xl gap-4">
      <Card title="Persona">
        <DescriptionList
          facts={[
            { label: 'Nombre', value: record.name },
            {
              label: 'Correo electrónico',
              value: (
                <a className="text-link" href={`mailto:${record.email}`}>
                  {record.email}
                </a>
              ),
            },
            {
              label: 'Teléfono',
              value:
                record.phone === '' ? null : (
                  <a className="text-link" href={`tel:${record.phone.replace(/[^\d+]/g, '')}`}>
                    {record.phone}
                  </a>
                ),
            },
            { label: 'Agencia', value: record.agencyName },
            { label: 'Departamento', value: record.departmentName },
            { label: 'Puesto', value: record.position },
          ]}
        />
      </Card>
      <Card title="Acceso">
        <DescriptionList
          facts={[
            { label: 'Estado', value: <StateLabel on={record.state} /> },
            { label: 'Rol', value: <RoleText title={record.roleTitle} summary={roleSummaries[values?.role ?? '']} /> },
            {
              label: 'Carpetas del Maletín',
              value: record.isAdministrator ? 'Todas' : record.folderNames.length === 0 ? 'Ninguna' : record.folderNames.join(', '),
            },
            { label: 'Permisos de digitalización', value: permission?.label ?? 'Ninguno' },
          ]}
        />
        {record.isSelf || !record.canEdit ? <p className="field-help mt-2">{record.whyNotPermissions || record.whyNotDeactivate}</p> : null}
      </Card>
      <Card title="Actividad">
        <DescriptionList
          facts={[
            { label: 'Clics en el portal', value: record.clicks },
            { label: 'Última actividad', value: record.lastActivity === '' ? 'Ninguna registrada' : record.lastActivity },
          ]}
        />
      </Card>
      <Card title="Registro">
        <DescriptionList
          facts={[
            { label: 'Creación', value: record.createdAt },
            { label: 'Última modificación', value: record.updatedAt },
            { label: 'Código', value: <code>{record.id}</code> },
          ]}
        />
      </Card>
    </div>
  );
}

function RoleText({ title, summary }: { title: string; summary: string | undefined }) {
  return (
    <>
      {title}
      {summary ? <span className="block text-[0.8125rem] text-muted">Ve: {summary}</span> : null}
    </>
  );
}
