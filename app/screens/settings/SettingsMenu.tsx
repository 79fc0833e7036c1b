import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import Building2 from 'lucide-react/icons/building-2';
import DatabaseZap from 'lucide-react/icons/database-zap';
import ListChecks from 'lucide-react/icons/list-checks';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Workflow from 'lucide-react/icons/workflow';
import { canOpen } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';

const ROLES = { title: 'Roles y sus menús', text: 'Qué pantallas puede abrir cada rol.', href: '/settings/roles', icon: ShieldCheck };
const CARDS = [
  {
    title: 'Generales',
    text: 'Nombre y logotipo de la cooperativa, tamaño de página, duración de la sesión y límite de carga.',
    href: '/settings/general',
    icon: Building2,
  },
  ROLES,
  {
    title: 'Constantes de mantenimiento',
    text: 'Estados de paquetes y documentos, extensiones y validadores.',
    href: '/settings/constants',
    icon: ListChecks,
  },
  {
    title: 'Estado de los trabajos',
    text: 'Qué espera, qué corre y qué falló en segundo plano, y cómo reintentarlo.',
    href: '/settings/jobs',
    icon: Workflow,
  },
  {
    title: 'Estado del modelo de lectura',
    text: 'Qué tan al día están las listas y los reportes; verificar y reconstruir.',
    href: '/settings/read-model',
    icon: DatabaseZap,
  },
];

export async function loadSettingsMenu({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings');
  return { mayOpenRoles: canOpen(actor, 'users') };
}

/** The settings to choose from; the roles belong to who administers people. */
export function SettingsMenu() {
  const { mayOpenRoles } = useLoaderData<typeof loadSettingsMenu>();
  return (
    <>
      <PageHead title="Configuración" subtitle="Cómo trabaja el portal y en qué estado está." />
      <LinkCards cards={CARDS.filter((card) => mayOpenRoles || card !== ROLES)} />
    </>
  );
}
