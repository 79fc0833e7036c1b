import { tidyWithin } from '../../domain/bounded-text.ts';

const NAME_MAX = 200;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

export function tidyName(typed: string): string {
  return tidyWithin(typed, NAME_MAX);
}

/** Why a document cannot be called that; null when it can. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Escriba el nombre del documento.';
  if (name.length > NAME_MAX) return `El nombre admite hasta ${NAME_MAX} caracteres.`;
  return CONTROL.test(name) ? 'El nombre tiene caracteres que no se pueden guardar.' : null;
}
