/** Modes of what only the account of the portal may open: copies of people's files, backups, secrets. */
export const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;
