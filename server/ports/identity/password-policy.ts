import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { rawLengthMax } from '../../domain/bounded-text.ts';
import { MIN_PASSWORD_LENGTH } from '../../domain/users.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { normalizeEmail } from './email.ts';

/** Bounds the cost of one hash. */
export const MAX_PASSWORD_LENGTH = 128;
/**
 * Limits of what is judged: characters, and ways to read digits as letters. A hostile password of 128 characters would otherwise block the
 * process for seconds.
 */
const JUDGED_LENGTH = 32;
const READINGS_OF_DIGITS = 5;
/** As a power of ten: guesses for an attacker who knows the words, names, dates and keyboard rows that people use. */
const ENOUGH_GUESSES_LOG10 = 9;
/** Local words to reject in addition to the Spanish dictionary. */
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
  /** Only for somebody being created; otherwise looked up. */
  name?: string;
}

/** Problems of a new password, in Spanish; empty when it is good. */
export type JudgePassword = (password: string, person: JudgedFor) => Promise<string[]>;

interface JudgeOptions {
  cooperativeName: () => string;
  /** Name of the person with that address; '' if there is none yet. */
  nameOf: (email: string) => Promise<string>;
  /** Accepted although it is weak: the public password of the demo's accounts. */
  samplePassword: string | null;
}

/** Judges by length and guessability; mixing kinds of characters makes no password better (docs/decisions/135-passwords.md). */
export function createPasswordJudge({ cooperativeName, nameOf, samplePassword }: JudgeOptions): JudgePassword {
  return async (password, person) => {
    if (password === samplePassword) return [];
    const length = password.length > rawLengthMax(MAX_PASSWORD_LENGTH) ? Infinity : [...password].length;
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

/** Words whole and in parts, with and without accents, because people write both «Cooperativa2026» and «ana.perez». */
function wordsIn(...texts: readonly string[]): string[] {
  const words = texts
    .flatMap((text) => [text, text.normalize('NFD').replace(/\p{M}/gu, '')])
    .flatMap((text) => [text, text.replace(/\s+/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length > 2);
}

/** Replacements for the library's texts that mention a page or use «tú». */
const OUR_WARNINGS = {
  userInputs: 'Lleva su nombre, el de la cooperativa o el de un lugar de aquí.',
  straightRow: 'Las teclas vecinas son fáciles de adivinar.',
};

let library: Promise<ZxcvbnFactory> | null = null;

/** Its dictionaries take 40 MB and a moment: loaded once, when the first password is judged. */
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
