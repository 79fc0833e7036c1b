import { z } from 'zod';
import type { Fields } from '../ports/documents/document-store.ts';
import { tidyWithin } from '../domain/tidy-text.ts';
import { imageKey } from '../domain/images.ts';
import type { MenuId } from '../domain/menu.ts';
import { PAGE_SIZES } from '../domain/page-sizes.ts';
import { readNumber, readText } from '../read-model/field-readers.ts';
import { decimal, field, flag, text } from '../records/fields.ts';
import { initialValues, readValues, type ValuesOf } from '../records/record-fields.ts';

/** `configuracion/portal` in the main database. Only the settings screen writes it; it has no table. */
export const GENERAL_SETTINGS_PATH = 'configuracion/portal';

/** Limits from the process's environment: the settings may narrow them, never widen them. */
export interface SettingsLimits {
  cooperativeName: string;
  pageSize: number;
  sessionHours: number;
  restMinutes: number;
  uploadMaxMb: number;
}

const NAME_MAX = 80;
const ADDRESS_MAX = 2_000;
const NAME = text({
  name: 'nombreCooperativa',
  label: 'Nombre de la cooperativa',
  section: 'Cooperativa',
  maxLength: NAME_MAX,
});

/** The settings allowed within these limits, in form order. '' and null mean the environment's value. */
export function settingFields(limits: SettingsLimits) {
  const hours = decimal({
    name: 'horasSesion',
    label: 'Duración de la sesión (horas)',
    section: 'Límites',
    min: 1,
    max: limits.sessionHours,
    unit: 'horas',
    step: 0.01,
  });
  const rest = decimal({
    name: 'minutosReposo',
    label: 'Sesión sin uso (minutos)',
    section: 'Límites',
    min: 5,
    max: limits.restMinutes,
    unit: 'minutos',
    step: 1,
  });
  const megabytes = decimal({
    name: 'subidaMaximaMb',
    label: 'Tamaño máximo de carga (MB)',
    section: 'Límites',
    min: 1,
    max: limits.uploadMaxMb,
    unit: 'MB',
    step: 0.01,
  });
  return [
    {
      ...NAME,
      help: `Título de las páginas, correos y libros de Excel. Vacío: «${limits.cooperativeName}».`,
      schema: NAME.schema.transform((name) => name.replace(/\s+/gu, ' ')),
      read: (data: Fields) => readText(data, 'nombreCooperativa').trim().slice(0, NAME_MAX),
    },
    field(
      'image',
      {
        name: 'logo_url',
        label: 'Logotipo',
        section: 'Cooperativa',
        help: 'Se muestra pequeño y cuadrado en el menú y al iniciar sesión. Vacío: el símbolo del portal.',
      },
      '',
      z
        .string('Elija una imagen.')
        .overwrite((address) => tidyWithin(address, ADDRESS_MAX, (typed) => typed.trim()))
        .refine(
          (address) => address === '' || (address.length <= ADDRESS_MAX && imageKey(address) !== null),
          'Cargue el logotipo con el botón: solo se usan imágenes guardadas en el portal.',
        ),
    ),
    {
      ...field<'tamanoPagina', number | null>(
        'integer',
        {
          name: 'tamanoPagina',
          label: 'Filas por página',
          section: 'Listas',
          help: 'Para quienes no han elegido otro tamaño en su menú personal.',
          options: PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) })),
        },
        null,
        z.union([z.null(), z.literal(PAGE_SIZES)], 'Elija un tamaño de la lista.'),
      ),
      read: (data: Fields) => PAGE_SIZES.find((known) => known === readNumber(data, 'tamanoPagina')) ?? null,
    },
    {
      ...flag({
        name: 'ocultarDatosAsociados',
        label: 'Ocultar DPI y teléfono de los asociados',
        section: 'Listas',
        help: 'En listas, búsquedas y archivos exportados solo se ven los últimos cuatro signos. Enteros se ven en la ficha, con un clic que queda en la auditoría.',
        words: ['Sí: enteros en la ficha', 'No: enteros siempre'],
        initial: true,
      }),
      required: false,
    },
    {
      ...flag({
        name: 'publicacionAutomatica',
        label: 'Publicar y ocultar según la vigencia',
        section: 'Publicación',
        help: 'Cada hora, y a las 00:05 al cambiar el día: la vigencia oculta lo que terminó, retiene lo que aún no empieza y lo publica en su primer día. Lo que una persona oculta, oculto queda. Cada cambio se anota en la auditoría.',
        words: ['Sí: según la vigencia', 'No: lo hacen las personas'],
        initial: false,
      }),
      required: false,
    },
    { ...hours, read: (data: Fields) => positive(readNumber(data, 'horasSesion')) },
    { ...rest, read: (data: Fields) => positive(readNumber(data, 'minutosReposo')) },
    { ...megabytes, read: (data: Fields) => positive(readNumber(data, 'subidaMaximaMb')) },
  ] as const;
}

const positive = (value: number | null) => (value !== null && value > 0 ? value : null);

/** For uses where the limits do not matter. */
export const SETTING_FIELDS = settingFields({
  cooperativeName: '',
  pageSize: 0,
  sessionHours: Infinity,
  restMinutes: Infinity,
  uploadMaxMb: Infinity,
});

export type GeneralSettings = ValuesOf<typeof SETTING_FIELDS>;

export const NO_SETTINGS: GeneralSettings = initialValues(SETTING_FIELDS);

/** Reads leniently: invalid values count as not set. */
export function readGeneralSettings(data: Fields): GeneralSettings {
  return readValues(SETTING_FIELDS, data);
}

/** The settings in force, within these limits. */
export function effectiveSettings(settings: GeneralSettings, limits: SettingsLimits): SettingsLimits {
  return {
    cooperativeName: settings.nombreCooperativa || limits.cooperativeName,
    pageSize: settings.tamanoPagina ?? limits.pageSize,
    sessionHours: Math.min(settings.horasSesion ?? limits.sessionHours, limits.sessionHours),
    restMinutes: Math.ceil(Math.min(settings.minutosReposo ?? limits.restMinutes, limits.restMinutes)),
    uploadMaxMb: Math.min(settings.subidaMaximaMb ?? limits.uploadMaxMb, limits.uploadMaxMb),
  };
}

/** The menu whose permission each setting requires. */
export const SETTING_MENUS = {
  nombreCooperativa: 'settings-identity',
  logo_url: 'settings-identity',
  tamanoPagina: 'settings-identity',
  ocultarDatosAsociados: 'settings-machinery',
  publicacionAutomatica: 'settings-identity',
  horasSesion: 'settings-machinery',
  minutosReposo: 'settings-machinery',
  subidaMaximaMb: 'settings-machinery',
} as const satisfies Readonly<Record<keyof GeneralSettings, MenuId>>;
