/** Address parameter of Inicio while its tiles are being arranged. */
export const ARRANGE_PARAM = 'ordenar';
export const ARRANGE_URL = `/?${ARRANGE_PARAM}=1`;
