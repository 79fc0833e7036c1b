-- Why a session ended that somebody had: told on the sign-in page to whoever comes back with its cookie, and to nobody else. Signing out
-- leaves nothing, as it takes the cookie along.
CREATE TABLE identity.ended_sessions (
  -- As in identity.sessions.
  token_hash bytea NOT NULL,
  reason text NOT NULL CHECK (reason IN ('expired', 'closed', 'disabled', 'password')),
  ended_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT ended_sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX ended_sessions_ended_at_idx ON identity.ended_sessions (ended_at);
