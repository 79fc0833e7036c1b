import { formatDay } from '#server/domain/dates.ts';
import { pad } from '../demo-data.ts';
import type { Random } from '../random.ts';
import { FIRST_NAMES, SURNAMES, TOWNS } from '../vocabulary.ts';

export const COOPERATIVE = 'Cooperativa Demostración';
/** Creation time in every file: the bytes must be the same in every run. */
export const MADE_AT = new Date('2026-01-01T00:00:00Z');
export const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
/** For women and for men. */
const TRADES = {
  true: ['Comerciante', 'Agricultora', 'Maestra', 'Enfermera', 'Contadora', 'Modista'],
  false: ['Comerciante', 'Agricultor', 'Maestro', 'Mecánico', 'Carpintero', 'Piloto'],
} as const;
/** Names of women that do not end in «a». */
const OF_WOMEN = ['Astrid', 'Beatriz', 'Carmen', 'Evelyn', 'Gladys', 'Heidy', 'Ingrid', 'Isabel', 'Lilian', 'Marleny', 'Nancy', 'Wendy'];
const EMPLOYERS = [
  'Textiles Balumar, S. A.',
  'Ferretería Orcatz',
  'Colegio Valdemira',
  'Transportes Tucuray',
  'Panadería Milvelas',
] as const;
const PURPOSES = ['Ampliación de negocio', 'Compra de vehículo', 'Construcción de vivienda', 'Siembra de hortalizas', 'Consumo'] as const;

/** An invented person, as papers name them. */
export interface PaperPerson {
  name: string;
  firstNames: string;
  surnames: string;
  /** 13 digits in groups: its check digit is not computed, so it is nobody's. */
  dpi: string;
  nit: string;
  phone: string;
  address: string;
  town: string;
  region: string;
  trade: string;
  age: number;
  isWoman: boolean;
}

/** Facts in the papers of one member, loan and employee; amounts in quetzales. */
export interface Facts {
  random: Random;
  member: PaperPerson;
  guarantor: PaperPerson;
  notary: string;
  manager: string;
  employer: string;
  purpose: string;
  amount: number;
  months: number;
  /** Percent a year. */
  rate: number;
  instalment: number;
  income: number;
  memberNumber: string;
  creditNumber: string;
  account: string;
  date: Date;
}

export function makeFacts(random: Random): Facts {
  const amount = random.between(10, 180) * 1_000;
  const months = random.pick([12, 24, 36, 48, 60]);
  const rate = random.pick([12, 14, 16, 18]);
  const monthly = rate / 1_200;
  return {
    random,
    member: makePerson(random),
    guarantor: makePerson(random),
    notary: notaryOf(random),
    manager: nameOf(random),
    employer: random.pick(EMPLOYERS),
    purpose: random.pick(PURPOSES),
    amount,
    months,
    rate,
    instalment: Math.round(((amount * monthly) / (1 - (1 + monthly) ** -months)) * 100) / 100,
    income: random.between(35, 160) * 100,
    memberNumber: String(random.between(10_000, 99_999)),
    creditNumber: `CR-2026-${pad(random.between(1, 9_999), 4)}`,
    account: `01-${pad(random.between(1, 999), 3)}-${pad(random.between(1, 99_999), 6)}-${random.between(0, 9)}`,
    date: new Date(Date.UTC(2026, random.between(0, 8), random.between(1, 28), 18)),
  };
}

function makePerson(random: Random): PaperPerson {
  const first = random.pick(FIRST_NAMES);
  const isWoman = isOfWoman(first);
  const second = random.pick(FIRST_NAMES.filter((name) => name !== first && isOfWoman(name) === isWoman));
  const firstNames = `${first} ${second}`;
  const surnames = `${random.pick(SURNAMES)} ${random.pick(SURNAMES)}`;
  const [town, region] = random.pick(TOWNS);
  return {
    name: `${firstNames} ${surnames}`,
    firstNames,
    surnames,
    dpi: `${random.between(1_000, 3_999)} ${random.between(10_000, 99_999)} ${pad(random.between(1, 22), 2)}${pad(random.between(1, 17), 2)}`,
    nit: `${random.between(1_000_000, 99_999_999)}-${random.between(0, 9)}`,
    phone: `${random.pick(['3', '4', '5'])}${random.between(100, 999)}-${random.between(1_000, 9_999)}`,
    address: `${random.between(1, 12)}a. calle ${random.between(1, 20)}-${random.between(10, 95)}, zona ${random.between(1, 5)}`,
    town,
    region,
    trade: random.pick(TRADES[`${isWoman}`]),
    age: random.between(21, 64),
    isWoman,
  };
}

function isOfWoman(name: string): boolean {
  return name.endsWith('a') || OF_WOMEN.includes(name);
}

function notaryOf(random: Random): string {
  const name = nameOf(random);
  return `${isOfWoman(name.split(' ')[0] ?? '') ? 'Licda.' : 'Lic.'} ${name}`;
}

function nameOf(random: Random): string {
  return `${random.pick(FIRST_NAMES)} ${random.pick(SURNAMES)} ${random.pick(SURNAMES)}`;
}

/** `05/03/2026` */
export function shortDate(date: Date): string {
  return formatDay(date.toISOString().slice(0, 10));
}

/** `5 de marzo de 2026` */
export function longDate(date: Date): string {
  return `${date.getUTCDate()} de ${MONTHS[date.getUTCMonth()]} de ${date.getUTCFullYear()}`;
}

/** @param months may be negative */
export function monthsLater(date: Date, months: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate(), 18));
}
