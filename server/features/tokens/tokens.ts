/** How long a token may hold, in days. */
export const TOKEN_DAYS = [30, 90, 180, 365] as const;

export const TOKEN_NAME_MAX = 60;

/** A token as its owner sees it. */
export interface OwnToken {
  id: string;
  nombre: string;
  /** Its last characters. */
  terminacion: string;
  /** ISO text; null where another program wrote none, and it never held. */
  expiresAt: string | null;
  createdAt: string;
  /** ISO text, exact to the hour; null when it was never used. */
  lastUsedAt: string | null;
  isInForce: boolean;
}
