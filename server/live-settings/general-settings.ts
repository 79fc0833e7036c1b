import { z } from 'zod';
import type { Fields } from '../documents/document-store.ts';
import { tidyWithin } from '../domain/bounded-text.ts';
import { imageKey } from '../domain/images.ts';
import type { MenuId } from '../domain/menu.ts';
import { PAGE_SIZES } from '../domain/page-sizes.ts';
import { readInput } from '../platform/read-input.ts';
import { readBoolean, readNumber, readText } from '../read-model/field-readers.ts';

/** `configuracion/portal` in the main database. Written by the settings screen only; it has no table. */
export const GENERAL_SETTINGS_PATH = 'configuracion/portal';

/** Stored names. '' and null mean: as the server's environment says. */
export interface GeneralSettings {
  nombreCooperativa: string;
  /** Rows per page of people who have not chosen. */
  tamanoPagina: number | null;
  /** Length of new sessions. */
  horasSesion: number | null;
  /** Largest upload, in megabytes of 1024 × 1024 bytes. */
  subidaMaximaMb: number | null;
  /** Address of the logo among the portal's pictures (server/features/images); '' shows the portal's own sign. */
  logo_url: string;
  /** The job that publishes follows the days of contents (server/features/publishing). */
  publicacionAutomatica: boolean;
}

export const NO_SETTINGS: GeneralSettings = {
  nombreCooperativa: '',
  tamanoPagina: null,
  horasSesion: null,
  subidaMaximaMb: null,
  logo_url: '',
  publicacionAutomatica: false,
};

/** What the environment of a process allows: the settings may narrow it, never widen it. */
export interface SettingsLimits {
  cooperativeName: string;
  pageSize: number;
  sessionHours: number;
  uploadMaxMb: number;
}

const NAME_MAX = 80;
const NUMBER_MAX = 10;
const ADDRESS_MAX = 2_000;

/** Leniently: what cannot be used counts as not set. */
export function readGeneralSettings(data: Fields): GeneralSettings {
  const size = readNumber(data, 'tamanoPagina');
  return {
    nombreCooperativa: readText(data, 'nombreCooperativa').trim().slice(0, NAME_MAX),
    tamanoPagina: PAGE_SIZES.find((known) => known === size) ?? null,
    horasSesion: positive(readNumber(data, 'horasSesion')),
    subidaMaximaMb: positive(readNumber(data, 'subidaMaximaMb')),
    logo_url: readText(data, 'logo_url'),
    publicacionAutomatica: readBoolean(data, 'publicacionAutomatica', false),
  };
}

const positive = (value: number | null) => (value !== null && value > 0 ? value : null);

/** What is in force where these limits hold. */
export function effectiveSettings(settings: GeneralSettings, limits: SettingsLimits): SettingsLimits {
  return {
    cooperativeName: settings.nombreCooperativa || limits.cooperativeName,
    pageSize: settings.tamanoPagina ?? limits.pageSize,
    sessionHours: Math.min(settings.horasSesion ?? limits.sessionHours, limits.sessionHours),
    uploadMaxMb: Math.min(settings.subidaMaximaMb ?? limits.uploadMaxMb, limits.uploadMaxMb),
  };
}

/** Whose permission each setting belongs to. */
export const SETTING_MENUS = {
  nombreCooperativa: 'settings-identity',
  logo_url: 'settings-identity',
  tamanoPagina: 'settings-identity',
  publicacionAutomatica: 'settings-identity',
  horasSesion: 'settings-machinery',
  subidaMaximaMb: 'settings-machinery',
} as const satisfies Readonly<Record<keyof GeneralSettings, MenuId>>;

/** What a form of the settings holds: a program that knows nothing of the newest field leaves that as it is. */
export type GivenSettings = Omit<GeneralSettings, 'publicacionAutomatica'> & Partial<Pick<GeneralSettings, 'publicacionAutomatica'>>;

/** The form of the screen: text, '' for "as the server says". Throws `invalid-input` with Spanish errors by field. */
export function validateGeneralSettings(given: Readonly<Record<string, unknown>>, limits: SettingsLimits): GivenSettings {
  const { publicacionAutomatica, ...values } = readInput(schemaOf(limits), given, 'No se guardó. Revise los campos marcados.');
  return publicacionAutomatica === undefined ? values : { ...values, publicacionAutomatica };
}

function schemaOf(limits: SettingsLimits) {
  const number = (problem: string) =>
    z
      .string(problem)
      .overwrite((text) => tidyWithin(text, NUMBER_MAX, (typed) => typed.trim()))
      .refine((text) => text === '' || /^\d{1,6}([.,]\d{1,2})?$/.test(text), problem)
      .transform((text) => (text === '' ? null : Number(text.replace(',', '.'))));
  return z.object({
    nombreCooperativa: z
      .string('Escriba el nombre.')
      .transform((text) => tidyWithin(text, NAME_MAX, (typed) => typed.replace(/\s+/gu, ' ').trim()))
      .refine((text) => text.length <= NAME_MAX, `Como máximo ${NAME_MAX} caracteres.`)
      .refine((text) => !/\p{Cc}/u.test(text), 'El nombre lleva caracteres que no se pueden mostrar.'),
    logo_url: z
      .string('Elija una imagen.')
      .overwrite((address) => tidyWithin(address, ADDRESS_MAX, (typed) => typed.trim()))
      .refine(
        (address) => address === '' || (address.length <= ADDRESS_MAX && imageKey(address) !== null),
        'Cargue el logotipo con el botón: solo se usan imágenes guardadas en el portal.',
      ),
    tamanoPagina: number('Elija un tamaño de la lista.').refine(
      (size) => size === null || PAGE_SIZES.some((known) => known === size),
      'Elija un tamaño de la lista.',
    ),
    horasSesion: number('Escriba un número de horas.').refine(
      (hours) => hours === null || (hours >= 1 && hours <= limits.sessionHours),
      `Entre 1 y ${limits.sessionHours} horas.`,
    ),
    subidaMaximaMb: number('Escriba un número de MB.').refine(
      (size) => size === null || (size >= 1 && size <= limits.uploadMaxMb),
      `Entre 1 y ${limits.uploadMaxMb} MB.`,
    ),
    publicacionAutomatica: z
      .enum(['', 'false', 'true'], 'Elija si la vigencia publica y oculta por sí sola.')
      .transform((chosen) => chosen === 'true')
      .optional(),
  });
}
