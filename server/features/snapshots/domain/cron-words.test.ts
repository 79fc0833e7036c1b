import { expect, it } from 'vitest';
import { cronSentence } from './cron-words.ts';

it.each([
  ['30 7 * * *', 'A las 07:30, todos los días.'],
  ['0 1 * * *', 'A la 01:00, todos los días.'],
  ['0 7 * * 1', 'A las 07:00, los lunes.'],
  ['0 7 * * 1,3,6', 'A las 07:00, los lunes, miércoles y sábados.'],
  ['30 7 * * 1-5', 'A las 07:30, de lunes a viernes.'],
  ['0 7 1 * *', 'A las 07:00, el día 1 del mes.'],
  ['0 7 1,15 * *', 'A las 07:00, los días 1 y 15 del mes.'],
  ['0 7 L * *', 'A las 07:00, el último día del mes.'],
  ['0 7 LW * *', 'A las 07:00, el último día hábil del mes, de lunes a viernes.'],
  ['0 7 30 * *', 'A las 07:00, el día 30, o el último del mes si no lo tiene.'],
  ['0 7 30 * 1', 'A las 07:00, el día 30 del mes y además los lunes.'],
  ['0 7 31 12 *', 'A las 07:00, el día 31 del mes, en diciembre.'],
  ['0 8,12,16 * * *', 'A las 08:00, 12:00 y 16:00, todos los días.'],
  ['* * * * *', 'Cada minuto, todos los días.'],
  ['*/5 * * * *', 'Cada 5 minutos, todos los días.'],
  ['15 * * * *', 'Cada hora, en el minuto 15, todos los días.'],
  ['*/10 8-17 * * 1-5', 'Cada 10 minutos, entre las horas 08 a 17, de lunes a viernes.'],
  ['0 */2 * * *', 'En el minuto 0, cada 2 horas, todos los días.'],
  ['0 7 1 * 0', 'A las 07:00, el día 1 del mes y además los domingos.'],
  ['0 7 * 1-3/2 *', 'A las 07:00, todos los días, en enero a marzo, cada 2.'],
])('describes %s in Spanish', (cron, sentence) => {
  expect(cronSentence(cron)).toBe(sentence);
});
