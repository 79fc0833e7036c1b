/** Files that people must read (docs/decisions/109-required-reading.md). */
export const READINGS_URL = '/reports/required-readings';

/** Where a file's reading is asked for. */
export function readingUrl(fileId: string): string {
  return `/briefcase/files/${encodeURIComponent(fileId)}/reading`;
}

/** How one person stands to the present version of a file, the most urgent first. */
export const READING_STATES = { vencida: 'Vencida', pendiente: 'Sin abrir', abierta: 'Abierta, sin confirmar', leida: 'Leída' } as const;
export type ReadingState = keyof typeof READING_STATES;

/** The parameter of the list of files by which people find theirs. */
export const READING_PARAM = 'lectura';
