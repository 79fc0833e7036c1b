-- `role`: its person got another role.
ALTER TABLE identity.ended_sessions DROP CONSTRAINT ended_sessions_reason_check,
  ADD CONSTRAINT ended_sessions_reason_check
    CHECK (reason IN ('expired', 'closed', 'disabled', 'password', 'rest', 'revoked', 'role'));

-- Whoever gives somebody another role, the portal or another program: their sessions end there and then (decision 136). They lost no
-- access, so their devices stay known and trusted.
CREATE FUNCTION identity.end_sessions_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.ended_access (uid) VALUES (OLD.id) ON CONFLICT (uid) DO UPDATE SET ended_at = now();
  WITH gone AS (DELETE FROM identity.sessions WHERE uid = OLD.id RETURNING token_hash)
  INSERT INTO identity.ended_sessions (token_hash, reason) SELECT token_hash, 'role' FROM gone ON CONFLICT (token_hash) DO NOTHING;
  RETURN NULL;
END $$;

-- After usuarios_end_access, by its name: who was deactivated with the same writing is told of that.
CREATE TRIGGER usuarios_end_sessions AFTER UPDATE OF role ON usuarios FOR EACH ROW
  WHEN (OLD.role <> NEW.role)
  EXECUTE FUNCTION identity.end_sessions_of_role();
