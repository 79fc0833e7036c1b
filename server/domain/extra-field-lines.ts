import { EXTRA_FIELD_LIMITS, isMap, isYes } from './extra-fields.ts';

/**
 * Extra fields as the text of a form control: either a JSON list, or one line per field as people write it
 * without script: `clave; etiqueta; tipo; sí/no; validador; a|b|c`.
 */
const PARTS = ['clave', 'etiqueta', 'tipo', 'obligatorio', 'validador', 'opciones'] as const;

/** Far more than 40 fields with 100 options need. */
const TEXT_MAX = 500_000;
const LINE_MAX = 12_000;

/**
 * Parses entries for validation. Text that is neither stays text, and lists that are too long are cut one entry above the limit,
 * so that validation refuses both.
 */
export function parseExtraFields(text: string): unknown {
  if (text.length > TEXT_MAX) return text;
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) return parseJson(trimmed);
  const lines = trimmed.split(/\r?\n|\r/).filter((line) => line.trim() !== '');
  return lines.slice(0, EXTRA_FIELD_LIMITS.fields + 1).map(parseLine);
}

function parseJson(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.slice(0, EXTRA_FIELD_LIMITS.fields + 1).map(withFewOptions) : text;
  } catch {
    return text;
  }
}

function withFewOptions(entry: unknown): unknown {
  if (!isMap(entry) || !Array.isArray(entry['opciones'])) return entry;
  return { ...entry, opciones: entry['opciones'].slice(0, EXTRA_FIELD_LIMITS.options + 1) as unknown[] };
}

function parseLine(line: string): unknown {
  if (line.length > LINE_MAX) return line.slice(0, LINE_MAX);
  const [clave = '', etiqueta = '', tipo = '', obligatorio = '', validador = '', opciones = '', ...rest] = line
    .split(';', PARTS.length + 1)
    .map((part) => part.trim());
  return {
    clave,
    etiqueta: etiqueta || clave,
    ...(tipo !== '' && { tipo }),
    obligatorio: isYes(obligatorio) ?? obligatorio,
    validador,
    opciones: opciones
      .split('|', EXTRA_FIELD_LIMITS.options + 1)
      .map((option) => option.trim())
      .filter((option) => option !== ''),
    ...(rest.length > 0 && { sobra: rest.join(';') }),
  };
}

/**
 * Formats entries, also refused ones, as lines the way they were typed; as JSON when one of their texts contains a
 * separator of the line format.
 */
export function formatExtraFields(entries: readonly unknown[]): string {
  const lines = entries.map(toLine);
  if (lines.every((line) => line !== null)) return lines.join('\n');
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
}

/** null when a line cannot express it. */
function toLine(entry: unknown): string | null {
  if (typeof entry === 'string') return entry;
  if (!isMap(entry)) return null;
  const { clave, etiqueta, tipo = '', obligatorio, validador = '', opciones = [], sobra, ...others } = entry;
  const options: unknown[] = Array.isArray(opciones) ? opciones : [opciones];
  const word = obligatorio === true ? 'sí' : obligatorio === false || obligatorio === undefined ? 'no' : obligatorio;
  if (typeof clave === 'string' && clave !== clave.trim()) return null;
  const texts = [clave, etiqueta, tipo, word, validador, ...options];
  if (Object.keys(others).length > 0 || !texts.every((text) => typeof text === 'string' && !/[;|\r\n]/.test(text))) return null;
  const parts = [clave, etiqueta, tipo, word, validador, options.join('|'), ...(sobra === undefined ? [] : [sobra])];
  while (parts.at(-1) === '') parts.pop();
  const line = parts.join('; ');
  return line.startsWith('[') ? null : line;
}

/** The fields in a control's text, as far as they can be read; for the editor. */
export function entriesOf(text: string): readonly unknown[] {
  const entries = parseExtraFields(text);
  return Array.isArray(entries) ? (entries as unknown[]) : [];
}
