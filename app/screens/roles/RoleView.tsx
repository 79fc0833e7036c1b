import { Form, useActionData, useNavigation } from '@remix-run/react';
import { describeWithheldActs } from '#server/domain/menu-acts.ts';
import { menuHref } from '#server/domain/menu.ts';
import { SWITCHES_OFF, switchesOf } from '#server/domain/roles.ts';
import { countOf } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { factsIn } from '../forms/labels.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { copyHref, recordHref } from '../../record-links.ts';
import type { RoleFailure } from './act-on-role.ts';
import { MenuPreview } from './MenuChoices.tsx';
import type { RoleData } from './role-data.ts';
import { peopleHref, roleHref, ROLES_URL } from './role-links.ts';

type Shown = NonNullable<RoleData['role']>;

/** A role: what it opens and who has it. */
export function RoleView({ role, fields, mayEdit, story }: Pick<RoleData, 'fields' | 'mayEdit' | 'story'> & { role: Shown }) {
  return (
    <>
      <PageHead
        title={`Rol ${role.title}`}
        state={<StateLabel on={role.isActive} yes="En uso" no="Retirado" />}
        subtitle={role.people}
        crumbs={[{ label: 'Roles', href: ROLES_URL }, { label: role.title }]}
        secondary={<Actions role={role} />}
        primary={
          mayEdit ? (
            <ButtonLink look="primary" icon="pencil" href={roleHref(role.id, 'edit')} data-key="e">
              Editar
            </ButtonLink>
          ) : null
        }
      />
      <Messages role={role} />
      <div className="grid max-w-5xl gap-4 md:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid content-start gap-4">
          <Holders role={role} />
          <FactCard
            title="Registro"
            facts={{
              ...factsIn(
                fields.filter(({ name }) => name in SWITCHES_OFF),
                { ...switchesOf((name) => role[name]) },
                {},
              ),
              'Acciones negadas': <Withheld acts={role.accionesNegadas} />,
              'Última modificación': role.isStored ? role.updatedAt : 'Como en la instalación',
            }}
            technical={{ Código: <code className="text-[0.8125rem] break-all">{role.id}</code> }}
          />
          {story ? <StoryCard story={story} /> : null}
        </div>
        <MenuPreview menus={new Set(role.menus)} />
      </div>
    </>
  );
}

function Withheld({ acts }: { acts: Shown['accionesNegadas'] }) {
  if (acts.length === 0) return 'Ninguna: hace todo lo que sus pantallas ofrecen';
  return (
    <ul>
      {describeWithheldActs(acts).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Actions({ role }: { role: Shown }) {
  const busy = useNavigation().state === 'submitting';
  const { edit, retire, restore } = role.can;
  return (
    <>
      {edit ? <ButtonLink href={copyHref(ROLES_URL, role.id)}>Duplicar</ButtonLink> : null}
      <Form method="post" action={roleHref(role.id)} className="contents">
        {retire ? (
          <ConfirmButton
            label="Retirar"
            question={`¿Retirar el rol «${role.title}»?`}
            explanation={
              <p>
                Nadie podrá recibirlo y deja de ofrecerse en Usuarios. Solo se puede retirar cuando ninguna persona activa lo tiene. Puede
                restaurarse.
              </p>
            }
            confirmLabel="Retirar"
            name="intent"
            value="deactivate"
          />
        ) : null}
        {restore ? (
          <Button type="submit" name="intent" value="restore" disabled={busy}>
            Restaurar
          </Button>
        ) : null}
      </Form>
    </>
  );
}

function Messages({ role }: { role: Shown }) {
  const answer = useActionData<RoleFailure | LostConnection>();
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      <ActNotice answer={answer}>
        {role.holders.length === 0 ? null : (
          <>
            {' '}
            <a className="text-link" href={peopleHref(role.id)}>
              Ver a quienes lo tienen
            </a>
          </>
        )}
      </ActNotice>
      {role.isActive ? null : (
        <Notice kind="warning">Este rol está retirado: nadie puede recibirlo, y quien todavía lo tenga no ve ninguna pantalla.</Notice>
      )}
      {role.can.edit || role.can.restore ? null : <Notice kind="info">Solo un Administrador puede crear, cambiar o retirar roles.</Notice>}
    </div>
  );
}

function Holders({ role }: { role: Shown }) {
  return (
    <Card title="Quiénes lo tienen">
      {role.holders.length === 0 ? (
        <p className="text-muted">Todavía nadie lo tiene. Se da en Usuarios, al crear o editar a una persona.</p>
      ) : (
        <ul className="grid gap-x-4 sm:grid-cols-2" data-nav="">
          {role.holders.map(({ id, name, state }) => (
            <li key={id} className="min-w-0 truncate py-1" title={name}>
              <a className="text-link" href={recordHref(menuHref('users'), id)}>
                {name}
              </a>
              {state ? null : <span className="text-muted"> (inactiva)</span>}
            </li>
          ))}
        </ul>
      )}
      {role.moreHolders > 0 ? (
        <p className="mt-2">
          <a className="text-link" href={peopleHref(role.id)}>
            Y {countOf(role.moreHolders, 'persona más', 'personas más')}
          </a>
        </p>
      ) : null}
    </Card>
  );
}
