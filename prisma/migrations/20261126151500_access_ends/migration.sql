-- Whoever writes that a person has no access any more, the portal or another program: what was open ends there and then, and does not
-- come back with the person (decision 136). Sessions of Firebase are no rows: those opened before are refused by the time.
CREATE TABLE identity.ended_access (
  uid text NOT NULL,
  ended_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT ended_access_pkey PRIMARY KEY (uid)
);

CREATE FUNCTION identity.end_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.ended_access (uid) VALUES (OLD.id) ON CONFLICT (uid) DO UPDATE SET ended_at = now();
  WITH gone AS (DELETE FROM identity.sessions WHERE uid = OLD.id RETURNING token_hash)
  INSERT INTO identity.ended_sessions (token_hash, reason) SELECT token_hash, 'disabled' FROM gone ON CONFLICT (token_hash) DO NOTHING;
  DELETE FROM identity.known_devices WHERE uid = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER usuarios_end_access AFTER UPDATE OF state, "isActive", source_deleted ON usuarios FOR EACH ROW
  WHEN (OLD.state AND OLD."isActive" AND NOT OLD.source_deleted AND NOT (NEW.state AND NEW."isActive" AND NOT NEW.source_deleted))
  EXECUTE FUNCTION identity.end_access();

-- `rest`: nobody used it for as long as a session may rest.
ALTER TABLE identity.ended_sessions DROP CONSTRAINT ended_sessions_reason_check,
  ADD CONSTRAINT ended_sessions_reason_check CHECK (reason IN ('expired', 'closed', 'disabled', 'password', 'rest'));
