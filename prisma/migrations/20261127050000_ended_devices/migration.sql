-- A device that an account does not know any more keeps its row, marked as ended: the next sign-in there or elsewhere is told by e-mail, for
-- it is not the account's first (decision 134).
ALTER TABLE identity.known_devices
  ADD COLUMN ended_at timestamptz(6),
  -- Somebody gave a factor of the account there: whoever knows the password alone gets no tries of codes of their own by it.
  ADD COLUMN with_factor boolean NOT NULL DEFAULT false;

-- Trusted devices end with the rest (decision 131): who comes back is asked for their factor.
CREATE OR REPLACE FUNCTION identity.end_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.ended_access (uid) VALUES (OLD.id) ON CONFLICT (uid) DO UPDATE SET ended_at = now();
  WITH gone AS (DELETE FROM identity.sessions WHERE uid = OLD.id RETURNING token_hash)
  INSERT INTO identity.ended_sessions (token_hash, reason) SELECT token_hash, 'disabled' FROM gone ON CONFLICT (token_hash) DO NOTHING;
  UPDATE identity.known_devices SET ended_at = now(), with_factor = false WHERE uid = OLD.id AND ended_at IS NULL;
  DELETE FROM identity.trusted_devices WHERE uid = OLD.id;
  RETURN NULL;
END $$;

-- Those of people whose access ended before: a device is trusted for 30 days.
DELETE FROM identity.trusted_devices t USING identity.ended_access e
  WHERE e.uid = t.uid AND t.expires_at - interval '30 days' <= e.ended_at;
