import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { canOpen } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { LinkCards, type LinkCard } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';

const ROLES: LinkCard = {
  title: 'Roles y sus menús',
  text: 'Qué pantallas puede abrir cada rol.',
  href: '/settings/roles',
  icon: 'shield-check',
};
const TOKENS: LinkCard = {
  title: 'Accesos para programas',
  text: 'Qué claves tienen los programas de cada persona para leer reportes, y cómo revocarlas.',
  href: '/settings/tokens',
  icon: 'key-round',
};
const AUDIT: LinkCard = {
  title: 'Auditoría',
  text: 'Quién cambió qué y cuándo, con lo de antes y lo de después.',
  href: '/settings/audit',
  icon: 'list-checks',
};
const CARDS: readonly LinkCard[] = [
  {
    title: 'Generales',
    text: 'Nombre y logotipo de la cooperativa, tamaño de página, duración de la sesión y límite de carga.',
    href: '/settings/general',
    icon: 'building-2',
  },
  ROLES,
  TOKENS,
  AUDIT,
  {
    title: 'Constantes de mantenimiento',
    text: 'Estados de paquetes y documentos, extensiones y validadores.',
    href: '/settings/constants',
    icon: 'list-checks',
  },
  {
    title: 'Estado de los trabajos',
    text: 'Qué espera, qué corre y qué falló en segundo plano, y cómo reintentarlo.',
    href: '/settings/jobs',
    icon: 'workflow',
  },
  {
    title: 'Estado del modelo de lectura',
    text: 'Qué tan al día están las listas y los reportes; verificar y reconstruir.',
    href: '/settings/read-model',
    icon: 'database-zap',
  },
];

export async function loadSettingsMenu({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings');
  return { maySeePeople: canOpen(actor, 'users'), mayOpenAudit: canOpen(actor, 'audit') };
}

/** The settings to choose from; roles and tokens belong to who administers people, the audit has a permission of its own. */
export function SettingsMenu() {
  const { maySeePeople, mayOpenAudit } = useLoaderData<typeof loadSettingsMenu>();
  const isShown = (card: LinkCard) => (card === ROLES || card === TOKENS ? maySeePeople : card === AUDIT ? mayOpenAudit : true);
  return (
    <>
      <PageHead title="Configuración" subtitle="Cómo trabaja el portal y en qué estado está." />
      <LinkCards cards={CARDS.filter(isShown)} />
    </>
  );
}
