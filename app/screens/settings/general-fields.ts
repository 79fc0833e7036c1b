/** Fields of the general settings, in the order of their form. */
export const GENERAL_FIELDS = ['nombreCooperativa', 'logo_url', 'tamanoPagina', 'horasSesion', 'subidaMaximaMb'] as const;
export type GeneralField = (typeof GENERAL_FIELDS)[number];

export const GENERAL_LABELS: Readonly<Record<GeneralField, string>> = {
  nombreCooperativa: 'Nombre de la cooperativa',
  logo_url: 'Logotipo',
  tamanoPagina: 'Filas por página',
  horasSesion: 'Duración de la sesión (horas)',
  subidaMaximaMb: 'Tamaño máximo de carga (MB)',
};
