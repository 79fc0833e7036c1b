-- Shortcuts of a single character, such as "/" and "n": on where the person has not chosen (server/staff/preferences.ts).
ALTER TABLE identity.preferences ADD COLUMN keys text CONSTRAINT preferences_keys_check CHECK (keys IN ('on', 'off'));
