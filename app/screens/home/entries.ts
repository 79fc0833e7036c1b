import { datePresets, type DatePreset } from '#server/domain/dates.ts';
import { arrangeMenu, type MenuArrangement } from '#server/domain/menu-arrangement.ts';
import { SETTINGS_PARTS, visibleMenu } from '#server/domain/menu.ts';
import { may, type Staff } from '#server/domain/permissions.ts';

export type HomeSection = ReturnType<typeof homeSections>[number];

/** Texts of the entries: one sentence each on what can be done there. */
const TEXTS: Readonly<Record<string, string>> = {
  customers: 'Consulte los asociados de la cooperativa.',
  quotes: 'Dé seguimiento a las prospecciones que llegan de la app.',
  products: 'Productos y servicios que muestra la app.',
  'job-offers': 'Plazas vacantes publicadas.',
  promotions: 'Promociones que ven los asociados.',
  agencies: 'Direcciones, horarios y fotos de agencias y cajeros.',
  reports: 'Todos los reportes que usted puede abrir.',
  settings: 'Nombre y logotipo, constantes, trabajos y estado de los datos.',
  education: 'Contenido de educación cooperativista.',
  'how-associated': 'Los pasos para asociarse.',
  'briefcase-files': 'Cargue, busque y descargue archivos.',
  'briefcase-folders': 'Ordene el Maletín en carpetas.',
  'briefcase-document-types': 'Extensiones y tamaños permitidos.',
  users: 'Personas, roles y permisos.',
  departments: 'Departamentos internos.',
  positions: 'Puestos de trabajo.',
  security: 'Quién entró, a quién se rechazó y quién miró a qué asociado.',
  audit: 'Quién cambió qué, y cuándo.',
  'digitalization-documents': 'Indexe, busque, asigne, devuelva y archive documentos digitalizados.',
  'digitalization-categories': 'En qué se clasifican los documentos digitalizados.',
  'digitalization-document-types': 'Extensiones, retención y campos de cada tipo.',
  'document-permissions': 'Quién crea, ve, imprime, descarga y edita cada tipo.',
  'packages-sent': 'Arme paquetes para otras agencias, envíelos y vea si llegaron completos.',
  'packages-received': 'Reciba los paquetes que otras agencias le envían a la suya.',
  'briefcase-reports': 'Quién carga y descarga, y qué archivos se usan más. Del mes anterior:',
  'my-reports': 'Los que le llegan y los que programó para usted.',
};

/**
 * The screens somebody may open, by group, in the arrangement of the menu, without Inicio itself. `now` sets the months of the report
 * shortcuts.
 */
export function homeSections(actor: Pick<Staff, 'menus' | 'withheld'>, now: Date, arrangement: MenuArrangement | null = null) {
  const presets = datePresets(now);
  return arrangeMenu(visibleMenu(actor.menus), arrangement)
    .map((group) => ({
      id: group.id,
      title: group.title,
      entries: group.options
        .filter(({ id, href }) => href !== '/' && !SETTINGS_PARTS.some((part) => part === id))
        .map(({ id, title, href, icon }) => ({
          id,
          title,
          href,
          icon,
          text: TEXTS[id] ?? '',
          shortcuts: shortcutsOf(actor, { id, href }, presets),
        })),
    }))
    .filter((section) => section.entries.length > 0);
}

function shortcutsOf(
  actor: Parameters<typeof homeSections>[0],
  { id, href }: { id: string; href: string },
  presets: readonly DatePreset[],
): { label: string; href: string }[] {
  if (id === 'agencies' && may(actor, id, 'change')) return [{ label: 'Nueva agencia', href: `${href}/new` }];
  if (id !== 'briefcase-reports') return [];
  const month = presets.find((preset) => preset.id === 'last-month');
  const range = month ? `?from=${month.from}&to=${month.to}` : '';
  return [
    { label: 'Cargas por usuario', href: `${href}/uploads-by-user${range}` },
    { label: 'Descargas por usuario', href: `${href}/downloads-by-user${range}` },
    { label: 'Descargas por archivo', href: `${href}/downloads-by-file${range}` },
  ];
}

/** By local time in Guatemala (UTC−6). */
export function greetingAt(now: Date): string {
  const hour = (now.getUTCHours() + 18) % 24;
  if (hour >= 5 && hour < 12) return 'Buenos días';
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches';
}
