import { markMatches } from '#server/domain/search-marks.ts';

/** A text with its matches marked. */
export function Marked({ text, q, close = false }: { text: string; q: string; close?: boolean }) {
  const parts = markMatches(text, q, { close });
  return <>{parts.map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text))}</>;
}
