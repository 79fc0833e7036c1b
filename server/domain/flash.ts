import { truncate } from './text.ts';

/**
 * What an action did, told on the next page: a cookie set on the redirect, shown once by the shell as a toast. A cookie
 * rather than the URL, so that a reload or a shared link does not say it again. It can be forged in one's own browser,
 * so reading trusts nothing: text is shown as text and an undo goes only to a path of ours.
 */
export interface Flash {
  kind: 'success' | 'error';
  /** One Spanish sentence: "Se guardó la agencia «Zona 1»." */
  text: string;
  /** A POST form that takes it back: own path and its fields. */
  undo?: { action: string; fields: Readonly<Record<string, string>> };
}

const NAME = 'aviso';
const MAX_AGE_S = 60;
const MAX_TEXT = 200;
/** Browsers drop cookies over 4 KB without a word. */
const MAX_VALUE = 3500;

/** Value of the Set-Cookie header on the redirect after an action. */
export function flashCookie(flash: Flash): string {
  const text = truncate(flash.text, MAX_TEXT);
  const whole = encode({ ...flash, text });
  const value = whole.length <= MAX_VALUE ? whole : encode({ kind: flash.kind, text });
  return `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax`;
}

/** Value of the Set-Cookie header that forgets it once shown. */
export function clearFlashCookie(): string {
  return `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
}

/** From a request's Cookie header; null when there is none or it makes no sense. */
export function readFlash(cookieHeader: string | null): Flash | null {
  const raw = cookieHeader
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
  if (!raw) return null;
  try {
    return toFlash(JSON.parse(decodeURIComponent(raw)));
  } catch {
    return null;
  }
}

function encode(flash: Flash): string {
  return encodeURIComponent(JSON.stringify(flash));
}

function toFlash(value: unknown): Flash | null {
  if (!isRecord(value) || typeof value['text'] !== 'string' || value['text'] === '') return null;
  const undo = toUndo(value['undo']);
  return { kind: value['kind'] === 'error' ? 'error' : 'success', text: truncate(value['text'], MAX_TEXT), ...(undo ? { undo } : {}) };
}

function toUndo(value: unknown): Flash['undo'] | null {
  if (!isRecord(value) || typeof value['action'] !== 'string' || !isRecord(value['fields'])) return null;
  // `//host` and `/\host` are other hosts to a browser.
  if (!/^\/(?![/\\])[^\s\\]*$/.test(value['action'])) return null;
  const fields = Object.entries(value['fields']).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { action: value['action'], fields: Object.fromEntries(fields) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
