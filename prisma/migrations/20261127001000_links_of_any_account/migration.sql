-- Links to choose a password are the portal's own for every kind of account (decision 150); those of Firebase are not in identity.accounts.
ALTER TABLE identity.reset_tokens DROP CONSTRAINT reset_tokens_uid_fkey;
