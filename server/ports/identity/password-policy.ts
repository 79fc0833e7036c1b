import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { arrivingMax } from '../../domain/bounded-text.ts';
import { MIN_PASSWORD_LENGTH } from '../../domain/users.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { normalizeEmail } from './email.ts';

/** Bounds the work of one hash. */
export const MAX_PASSWORD_LENGTH = 128;
/** So much of it is judged, and so many ways of reading digits as letters: a hostile one of 128 would hold the process for seconds. */
const JUDGED_LENGTH = 32;
const READINGS_OF_DIGITS = 5;
/** Ten to this power of guesses, for who knows the words, names, dates and rows of keys that people take. */
const ENOUGH_GUESSES_LOG10 = 9;
/** What is taken here beside the words of all Spanish. */
const LOCAL_WORDS = [
  'guatemala',
  'chapin',
  'quetzal',
  'quetzaltenango',
  'xela',
  'dios es amor',
  'dios te ama',
  'jesus te ama',
  'contrasena',
];
const BETTER = 'Junte varias palabras que no suelan ir juntas, o use una que haga su navegador.';

interface JudgedFor {
  email: string;
  /** Of somebody who is only being made; else as the portal knows them. */
  name?: string;
}

/** What is wrong with a new password, in Spanish; empty when it is good. */
export type JudgePassword = (password: string, person: JudgedFor) => Promise<string[]>;

interface JudgeOptions {
  cooperativeName: () => string;
  /** Of the person with the address; '' where there is none yet. */
  nameOf: (email: string) => Promise<string>;
  /** Good although it is weak: that of the demo's accounts, which everybody knows anyway. */
  samplePassword: string | null;
}

/** By length and by how soon it is guessed; which kinds of characters are in it makes no password better (docs/decisions/135-passwords.md). */
export function createPasswordJudge({ cooperativeName, nameOf, samplePassword }: JudgeOptions): JudgePassword {
  return async (password, person) => {
    if (password === samplePassword) return [];
    const length = password.length > arrivingMax(MAX_PASSWORD_LENGTH) ? Infinity : [...password].length;
    if (length > MAX_PASSWORD_LENGTH) return [`La contraseña debe tener como máximo ${MAX_PASSWORD_LENGTH} caracteres.`];
    if (length < MIN_PASSWORD_LENGTH) return [`La contraseña debe tener al menos ${MIN_PASSWORD_LENGTH} caracteres.`];
    const email = normalizeEmail(person.email);
    const words = wordsIn(email, person.name ?? (await nameOf(email)), cooperativeName(), ...LOCAL_WORDS);
    const { guessesLog10, feedback } = (await loadLibrary()).check(password.slice(0, JUDGED_LENGTH), words);
    if (guessesLog10 >= ENOUGH_GUESSES_LOG10) return [];
    const why = feedback.warning ? ` ${feedback.warning.replace(/\.?$/, '.')}` : '';
    return [`Esta contraseña se adivina pronto.${why} ${BETTER}`];
  };
}

/** @throws AppError `invalid-input` with the problems under `fields.password` */
export async function requireGoodPassword(judge: JudgePassword, password: string, person: JudgedFor): Promise<void> {
  const problems = await judge(password, person);
  if (problems.length > 0) throw invalidFields({ password: problems }, 'problems');
}

/** Whole and in parts, with accents and without, for people write «Cooperativa2026» as well as «ana.perez». */
function wordsIn(...texts: readonly string[]): string[] {
  const words = texts
    .flatMap((text) => [text, text.normalize('NFD').replace(/\p{M}/gu, '')])
    .flatMap((text) => [text, text.replace(/\s+/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length > 2);
}

/** What the library says of a page and with «tú». */
const OUR_WARNINGS = {
  userInputs: 'Lleva su nombre, el de la cooperativa o el de un lugar de aquí.',
  straightRow: 'Las teclas vecinas son fáciles de adivinar.',
};

let library: Promise<ZxcvbnFactory> | null = null;

/** Its dictionaries take 40 MB and a moment: only who judges a password loads them, once. */
function loadLibrary(): Promise<ZxcvbnFactory> {
  library ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common'), import('@zxcvbn-ts/language-es-es')]).then(
    ([core, common, spanish]) =>
      new core.ZxcvbnFactory({
        dictionary: { ...common.dictionary, ...spanish.dictionary },
        graphs: common.adjacencyGraphs,
        translations: { ...spanish.translations, warnings: { ...spanish.translations.warnings, ...OUR_WARNINGS } },
        l33tMaxSubstitutions: READINGS_OF_DIGITS,
      }),
  );
  return library;
}
