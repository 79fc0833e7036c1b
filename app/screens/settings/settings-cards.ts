import type { MenuId } from '#server/domain/menu.ts';

/** Name of a picture in SettingsMenu.tsx. */
export type SettingsIcon = 'general' | 'roles' | 'constants' | 'jobs' | 'read-model';

export interface SettingsCard {
  title: string;
  text: string;
  href: string;
  icon: SettingsIcon;
}

const CARDS: readonly (SettingsCard & { menu: MenuId })[] = [
  {
    menu: 'settings',
    icon: 'general',
    title: 'Generales',
    text: 'Nombre y logotipo de la cooperativa, tamaño de página, duración de la sesión y límite de carga.',
    href: '/settings/general',
  },
  { menu: 'users', icon: 'roles', title: 'Roles y sus menús', text: 'Qué pantallas puede abrir cada rol.', href: '/settings/roles' },
  {
    menu: 'settings',
    icon: 'constants',
    title: 'Constantes de mantenimiento',
    text: 'Estados de paquetes y documentos, extensiones y validadores.',
    href: '/settings/constants',
  },
  {
    menu: 'settings',
    icon: 'jobs',
    title: 'Estado de los trabajos',
    text: 'Qué espera, qué corre y qué falló en segundo plano, y cómo reintentarlo.',
    href: '/settings/jobs',
  },
  {
    menu: 'settings',
    icon: 'read-model',
    title: 'Estado del modelo de lectura',
    text: 'Qué tan al día están las listas y los reportes; verificar y reconstruir.',
    href: '/settings/read-model',
  },
];

/** What this person may open. */
export function settingsCards(menus: ReadonlySet<string>): SettingsCard[] {
  return CARDS.filter((card) => menus.has(card.menu)).map(({ title, text, href, icon }) => ({ title, text, href, icon }));
}

export const SETTINGS_CRUMB = { label: 'Configuración', href: '/settings/menu' };
