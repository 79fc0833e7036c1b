/** Files that people are required to read (docs/decisions/109-required-reading.md). */
export const READINGS_URL = '/reports/required-readings';

/** Where a reading of a file is required of people. */
export function readingUrl(fileId: string): string {
  return `/briefcase/files/${encodeURIComponent(fileId)}/reading`;
}

/** A person's progress with the current version of a file, most urgent first. */
export const READING_STATES = { vencida: 'Vencida', pendiente: 'Sin abrir', abierta: 'Abierta, sin confirmar', leida: 'Leída' } as const;
export type ReadingState = keyof typeof READING_STATES;

/** Parameter of the file list that shows a person's own required readings. */
export const READING_PARAM = 'lectura';
