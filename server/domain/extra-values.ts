import { tidyWithin } from './tidy-text.ts';
import { parseWrittenDay } from './written-days.ts';
import type { ExtraField } from './extra-fields.ts';
import { bothReadings, explainBothReadings, readWrittenNumber } from './written-numbers.ts';

/** Prefix of an extra field's key, in names of controls and values. */
export const CAMPO_PREFIX = 'campos.';
/** Longest value of an extra field; validators never run on longer text. */
export const EXTRA_VALUE_MAX = 1_000;

const CONTROL = /[\p{Cc}\p{Cs}]/u;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;
const AMOUNT = /^-?\d{1,13}(?:\.\d{1,2})?$/;

export function campoName(clave: string): `campos.${string}` {
  return `campos.${clave}`;
}

export function isCampoName(name: string): name is `campos.${string}` {
  return name.startsWith(CAMPO_PREFIX) && name.length > CAMPO_PREFIX.length;
}

/** What was typed into an extra field, as the document stores it; or why it cannot be stored. */
export type ReadValue = { text: string } | { problem: string };

/**
 * Parses a value by its field's kind: plain numbers, days as `YYYY-MM-DD`; '' means no value. Does not check whether it is required,
 * fits its validator or names an existing record. Unknown kinds accept any text.
 */
export function readExtraValue({ etiqueta, tipo, opciones }: ExtraField, typed: string): ReadValue {
  const text = tidyWithin(typed, EXTRA_VALUE_MAX);
  if (text.length > EXTRA_VALUE_MAX) return { problem: `«${etiqueta}» admite hasta ${EXTRA_VALUE_MAX} caracteres.` };
  if (text === '') return { text };
  switch (tipo) {
    case 'numero':
      return numberIn(text, NUMBER) ?? { problem: `Escriba un número en «${etiqueta}», por ejemplo 1,250.5.` };
    case 'moneda': {
      const readings = bothReadings(text, {});
      if (readings) return { problem: `En «${etiqueta}», ${explainBothReadings(text, readings)}` };
      return (
        numberIn(text, AMOUNT) ?? {
          problem: `Escriba un monto en «${etiqueta}», con dos decimales cuando mucho, por ejemplo 92,000.00.`,
        }
      );
    }
    case 'fecha':
      return dayIn(text) ?? { problem: `Escriba una fecha que exista en «${etiqueta}», como 31/12/2026.` };
    case 'opcion':
      return opciones.includes(text) ? { text } : { problem: `Elija «${etiqueta}» de la lista.` };
    default:
      return CONTROL.test(text.replace(/\n/g, '')) ? { problem: `«${etiqueta}» tiene caracteres que no se pueden guardar.` } : { text };
  }
}

function numberIn(text: string, shape: RegExp): ReadValue | null {
  const number = String(readWrittenNumber(text));
  return shape.test(number) ? { text: number } : null;
}

function dayIn(text: string): ReadValue | null {
  const day = parseWrittenDay(text);
  return day === null ? null : { text: day };
}
