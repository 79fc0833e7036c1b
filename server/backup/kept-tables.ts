/**
 * Tables that hold what no document says and nothing can compute again. All others are rows of documents (a rebuild makes them), or work
 * under way that ends with the stores it was for: sessions, uploads, exports, positions of the sync. A test holds this list against the
 * tables that there are.
 */
export const KEPT_TABLES = [
  'identity.preferences',
  'identity.token_uses',
  'identity.factors',
  'identity.recovery_codes',
  'alerts',
  'alert_sources',
  'run_openings',
  'snapshot_mails',
] as const;
