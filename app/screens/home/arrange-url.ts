/** Inicio while its person puts it in order. */
export const ARRANGE_PARAM = 'ordenar';
export const ARRANGE_URL = `/?${ARRANGE_PARAM}=1`;
