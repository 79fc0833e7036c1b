/** Fields of the general settings, in the order of their form. */
export const GENERAL_LABELS = {
  nombreCooperativa: 'Nombre de la cooperativa',
  logo_url: 'Logotipo',
  tamanoPagina: 'Filas por página',
  horasSesion: 'Duración de la sesión (horas)',
  subidaMaximaMb: 'Tamaño máximo de carga (MB)',
} as const;
export type GeneralField = keyof typeof GENERAL_LABELS;
export const GENERAL_FIELDS = Object.keys(GENERAL_LABELS) as GeneralField[];
