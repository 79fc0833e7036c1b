/** The way back from a page of the settings. */
export const SETTINGS_CRUMB = { label: 'Configuración', href: '/settings/menu' };
