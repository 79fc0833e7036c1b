const BELOW_THIRTY = (
  'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve ' +
  'veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'
).split(' ');
const TENS = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS = 'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ');
const THOUSAND = 1_000;
const MILLION = 1_000_000;

/** An amount as promissory notes spell it: `veinticinco mil quetzales con 50/100`. @param amount in quetzales, below a thousand millions */
export function amountInWords(amount: number): string {
  const whole = Math.floor(amount);
  const cents = Math.round((amount - whole) * 100);
  const of = whole >= MILLION && whole % MILLION === 0 ? ' de' : '';
  const exact = whole === 1 ? 'exacto' : 'exactos';
  const end = cents === 0 ? exact : `con ${String(cents).padStart(2, '0')}/100`;
  return `${numberInWords(whole)}${of} ${whole === 1 ? 'quetzal' : 'quetzales'} ${end}`;
}

/** As it stands before a masculine noun: `veintiún`, never `veintiuno`. */
export function numberInWords(value: number): string {
  if (value >= MILLION) {
    const millions = Math.floor(value / MILLION);
    return joined(millions === 1 ? 'un millón' : `${numberInWords(millions)} millones`, value % MILLION);
  }
  if (value >= THOUSAND) {
    const thousands = Math.floor(value / THOUSAND);
    return joined(thousands === 1 ? 'mil' : `${numberInWords(thousands)} mil`, value % THOUSAND);
  }
  if (value === 100) return 'cien';
  if (value > 100) return joined(HUNDREDS[Math.floor(value / 100) - 1] ?? '', value % 100);
  const tens = TENS[Math.floor(value / 10) - 3];
  if (!tens) return BELOW_THIRTY[value] ?? '';
  return value % 10 === 0 ? tens : `${tens} y ${BELOW_THIRTY[value % 10]}`;
}

function joined(first: string, rest: number): string {
  return rest === 0 ? first : `${first} ${numberInWords(rest)}`;
}
