/**
 * Tables with data that is in no document and cannot be computed again. All others are projected from documents (by a rebuild), or are
 * transient: sessions, uploads, exports, positions of the sync. A test checks this list against the existing tables.
 */
export const BACKED_UP_TABLES = [
  'identity.preferences',
  'identity.token_uses',
  'identity.factors',
  'identity.recovery_codes',
  'alerts',
  'alert_sources',
  'run_openings',
  'snapshot_mails',
] as const;
