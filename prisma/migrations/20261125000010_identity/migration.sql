-- Accounts, sessions and what belongs to them. Never part of the read model: a rebuild does not touch this schema.
CREATE SCHEMA identity;

CREATE TABLE identity.accounts (
  uid text NOT NULL,
  -- Trimmed, lower case (server/ports/identity/email.ts): one account per address, however it is typed.
  email text NOT NULL,
  -- Argon2id in PHC form: the parameters travel with the hash.
  password_hash text NOT NULL,
  disabled boolean NOT NULL DEFAULT false,
  -- Attempts since the last success; at and after the limit each one closes the account until locked_until.
  failed_attempts integer NOT NULL DEFAULT 0,
  locked_until timestamptz(6),
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  password_changed_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT accounts_pkey PRIMARY KEY (uid),
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_email_normalised CHECK (email = lower(btrim(email)))
);

CREATE TABLE identity.sessions (
  -- HMAC-SHA-256 of the cookie under SESSION_SECRET: neither a stolen nor a forged row opens a session.
  token_hash bytea NOT NULL,
  session_id text NOT NULL,
  uid text NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(6),
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_session_id_key UNIQUE (session_id),
  CONSTRAINT sessions_uid_fkey FOREIGN KEY (uid) REFERENCES identity.accounts (uid) ON DELETE CASCADE
);
CREATE INDEX sessions_uid_idx ON identity.sessions (uid, created_at DESC);
CREATE INDEX sessions_expires_at_idx ON identity.sessions (expires_at);

CREATE TABLE identity.reset_tokens (
  -- SHA-256 of the token in the e-mail.
  token_hash bytea NOT NULL,
  uid text NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT reset_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT reset_tokens_uid_fkey FOREIGN KEY (uid) REFERENCES identity.accounts (uid) ON DELETE CASCADE
);
CREATE INDEX reset_tokens_uid_idx ON identity.reset_tokens (uid);

-- How a person likes the screens. No reference to accounts: with Firebase those live elsewhere.
CREATE TABLE identity.preferences (
  uid text NOT NULL,
  theme text NOT NULL DEFAULT 'system',
  -- Rows per page: null until the person chooses, so that the portal's own setting counts.
  page_size integer,
  updated_at timestamptz(6) NOT NULL DEFAULT now(),
  -- How somebody arranged Inicio: ids of its tiles. Empty: as it comes.
  home_order text[] NOT NULL DEFAULT '{}',
  home_hidden text[] NOT NULL DEFAULT '{}',
  CONSTRAINT preferences_pkey PRIMARY KEY (uid),
  CONSTRAINT preferences_theme_check CHECK (theme IN ('system', 'light', 'dark')),
  CONSTRAINT preferences_page_size_check CHECK (page_size IN (10, 25, 50, 100))
);

-- Counters of rate-limiter-flexible when the queue runs on Postgres; the three columns are that library's.
-- Unlogged: a crash may forget counters, each attempt costs no flush to disk.
CREATE UNLOGGED TABLE identity.rate_limits (
  key varchar(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expire_idx ON identity.rate_limits (expire);

-- When each was used last, to the hour. No part of the read model: a rebuild leaves it alone, no document holds it.
CREATE TABLE identity.token_uses (
  token_id text NOT NULL,
  last_used_at timestamptz(6) NOT NULL,
  CONSTRAINT token_uses_pkey PRIMARY KEY (token_id)
);
