import { dayOf } from '#server/domain/dates.ts';
import type { SeedDocument } from './demo-data.ts';
import { createRandom, type Random } from './random.ts';
import { FIRST_NAMES, SURNAMES } from './vocabulary.ts';

const CUSTOMER_COUNT = 2_000;
const SEED = 31_415;
const DAY_MS = 86_400_000;
const YEARS = 12;

/**
 * Invented customers: a DPI ends with department and town like real ones, but names and numbers are random.
 * They joined in the twelve years before `today`.
 */
export function makeCustomers({ today, agencyIds }: { today: Date; agencyIds: readonly string[] }): SeedDocument[] {
  const random = createRandom(SEED);
  return Array.from({ length: CUSTOMER_COUNT }, (_unused, index) => {
    const [first, surname, other] = [random.pick(FIRST_NAMES), random.pick(SURNAMES), random.pick(SURNAMES)];
    const joined = new Date(today.getTime() - Math.floor(random.next() ** 2 * YEARS * 365) * DAY_MS - index);
    const data = {
      codigo: `A-${String(10_001 + index * 3).padStart(6, '0')}`,
      nombre: `${first} ${surname} ${other}`,
      dpi: makeDpi(random),
      telefono: mobileNumber(random),
      correo: random.next() < 0.7 ? `${plain(first)}.${plain(surname)}${random.between(1, 99)}@correo.test` : '',
      agencia: random.pick(agencyIds),
      fechaAsociacion: dayOf(joined),
      estado: random.next() < 0.94,
      isActive: true,
      createdAt: joined,
      updatedAt: joined,
    };
    return { path: `clientes/asociado-${String(index + 1).padStart(4, '0')}`, data, at: joined };
  });
}

/** Eight digits with a dash, a space or neither, as people type them. */
export function mobileNumber(random: Random): string {
  const [start, end] = [`${random.pick(['3', '4', '5'])}${random.between(100, 999)}`, String(random.between(1_000, 9_999))];
  return `${start}${random.weighted([
    ['-', 6],
    [' ', 2],
    ['', 2],
  ] as const)}${end}`;
}

export const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

function makeDpi(random: Random): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${random.between(1_500, 3_499)}${random.between(10_000, 99_999)}${two(random.between(1, 22))}${two(random.between(1, 17))}`;
}
