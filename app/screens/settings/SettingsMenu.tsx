import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SETTINGS_PARTS, type MenuId } from '#server/domain/menu.ts';
import { canOpen, requireAnyMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { LinkCards, type LinkCard } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';

/** A card is shown to people with one of its menus. */
const CARDS: readonly (LinkCard & { menus: readonly MenuId[] })[] = [
  {
    title: 'Generales',
    text: 'Nombre y logotipo de la cooperativa, tamaño de página, duración de la sesión y límite de carga.',
    href: '/settings/general',
    icon: 'building-2',
    menus: ['settings-identity', 'settings-machinery'],
  },
  {
    title: 'Menú lateral',
    text: 'Cómo se llaman, en qué orden están y con qué icono se muestran las pantallas.',
    href: '/settings/sidebar',
    icon: 'panel-left-open',
    menus: ['settings-identity'],
  },
  {
    title: 'Roles y sus menús',
    text: 'Qué pantallas puede abrir cada rol.',
    href: '/settings/roles',
    icon: 'shield-check',
    menus: ['users'],
  },
  {
    title: 'Accesos para programas',
    text: 'Qué claves tienen los programas de cada persona para leer reportes, y cómo revocarlas.',
    href: '/settings/tokens',
    icon: 'key-round',
    menus: ['users'],
  },
  {
    title: 'Auditoría',
    text: 'Quién cambió qué y cuándo, con lo de antes y lo de después.',
    href: '/settings/audit',
    icon: 'list-checks',
    menus: ['audit'],
  },
  {
    title: 'Constantes de mantenimiento',
    text: 'Estados de paquetes y documentos, extensiones y validadores.',
    href: '/settings/constants',
    icon: 'list-checks',
    menus: ['settings-constants'],
  },
  {
    title: 'Estado de los trabajos',
    text: 'Qué espera, qué corre y qué falló en segundo plano, y cómo reintentarlo.',
    href: '/settings/jobs',
    icon: 'workflow',
    menus: ['settings-machinery'],
  },
  {
    title: 'Estado del modelo de lectura',
    text: 'Qué tan al día están las listas y los reportes; verificar y reconstruir.',
    href: '/settings/read-model',
    icon: 'database-zap',
    menus: ['settings-machinery'],
  },
  {
    title: 'Datos por revisar',
    text: 'Qué guardan los documentos que el portal no pudo leer, y por qué.',
    href: '/settings/unread',
    icon: 'search',
    menus: ['settings-machinery'],
  },
  {
    title: 'Respaldos',
    text: 'De cuándo es el último, qué tamaño tiene, si falló, y cómo se recupera.',
    href: '/settings/backups',
    icon: 'download',
    menus: ['settings-machinery'],
  },
];

export async function loadSettingsMenu({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireAnyMenu(actor, SETTINGS_PARTS);
  return CARDS.filter(({ menus }) => menus.some((menu) => canOpen(actor, menu))).map(({ title }) => title);
}

/** The settings that the person may open. */
export function SettingsMenu() {
  const shown = useLoaderData<typeof loadSettingsMenu>();
  return (
    <>
      <PageHead title="Configuración" subtitle="Cómo trabaja el portal y en qué estado está." />
      <LinkCards cards={CARDS.filter(({ title }) => shown.includes(title))} />
    </>
  );
}
