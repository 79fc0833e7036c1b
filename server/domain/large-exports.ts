/** Exports with more rows are made in the background (docs/decisions/045-large-exports.md). */
export const IMMEDIATE_EXPORT_ROWS = 100_000;
/**
 * Members that a person who may see them can export, at once or within MEMBERS_WITHIN_HOURS; more require a fresh proof of identity
 * (domain/proof.ts).
 */
export const MEMBERS_WITHOUT_PROOF_MAX = 500;
export const MEMBERS_WITHIN_HOURS = 24;
/** How long an export's file is kept. */
export const EXPORT_RETENTION_HOURS = 24;

export const EXPORTS_URL = '/exports';

/** `expired`: it was ready, and its file is gone. */
export const EXPORT_STATES = ['waiting', 'working', 'ready', 'failed', 'expired'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

export const EXPORT_STATE_LABELS: Readonly<Record<ExportState, string>> = {
  waiting: 'En espera',
  working: 'En proceso',
  ready: 'Listo',
  failed: 'Falló',
  expired: 'Venció',
};

/** Labels of file formats, where people choose or see one. */
export const EXPORT_FORMAT_LABELS = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' } as const;

export function exportUrl(id: string): string {
  return `${EXPORTS_URL}/${encodeURIComponent(id)}`;
}

/** Whether an export has ended; all it can still do is expire. */
export function isExportOver(state: ExportState): boolean {
  return state !== 'waiting' && state !== 'working';
}
