/** First breadcrumb of the settings pages. */
export const SETTINGS_CRUMB = { label: 'Configuración', href: '/settings/menu' };
