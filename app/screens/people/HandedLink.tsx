import { menuHref } from '#server/domain/menu.ts';
import type { PasswordLink } from '#server/features/people/users.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { recordHref } from '../../record-links.ts';

const LIST_URL = menuHref('users');

/** Answer of an action that sent no e-mail: the only place where the link appears. */
export interface Handed {
  handed: { id: string; name: string; isNew: boolean; mailFailed: boolean; link: PasswordLink };
}

/** The link with which a person chooses a password, for an administrator to pass on. */
export function HandedLink({ handed: { id, name, isNew, mailFailed, link }, back }: Handed & { back: string }) {
  return (
    <>
      <PageHead
        title={`Enlace para ${name}`}
        crumbs={[{ label: 'Usuarios', href: LIST_URL }, { label: name, href: recordHref(LIST_URL, id, { back }) }, { label: 'Enlace' }]}
        primary={
          <ButtonLink look="primary" href={recordHref(LIST_URL, id, { back })}>
            Ir a su registro
          </ButtonLink>
        }
        secondary={isNew ? <ButtonLink href={recordHref(LIST_URL, 'new', { back })}>Crear otro usuario</ButtonLink> : null}
      />
      <div className="grid max-w-3xl gap-4">
        <Notice kind={mailFailed ? 'warning' : 'success'} live>
          {isNew ? `Se creó a ${name}. ` : null}
          {mailFailed
            ? 'El correo no salió: el servidor de correo no lo aceptó.'
            : 'No se envió ningún correo: el portal no tiene servidor de correo.'}{' '}
          Entregue este enlace en persona para que elija su contraseña.
        </Notice>
        <Card title="Enlace de un solo uso">
          <p>
            Sirve una sola vez y vence en {link.validHours} horas. Quien lo tenga puede entrar como {name}: no lo deje a la vista.{' '}
            <strong>No se mostrará de nuevo</strong>; si se pierde, use «Restablecer contraseña».
          </p>
          <p className="my-3 break-all">
            <code>{link.href}</code>
          </p>
          <svg
            role="img"
            aria-label="Código QR con el enlace"
            className="size-52 bg-white"
            viewBox={`0 0 ${link.qr.size} ${link.qr.size}`}
            shapeRendering="crispEdges"
          >
            <path d={link.qr.path} fill="#000" />
          </svg>
        </Card>
      </div>
    </>
  );
}
