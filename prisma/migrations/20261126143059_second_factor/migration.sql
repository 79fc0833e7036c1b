-- Second factors of people, whichever provider keeps their accounts, so nothing here refers to those. Never part of the read model: a
-- rebuild does not touch this schema.
CREATE TABLE identity.factors (
  id text NOT NULL,
  uid text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  -- The secret of a code or the public key of a passkey, encrypted under FACTOR_KEY for this row of this person.
  sealed bytea NOT NULL,
  -- Of a passkey: its id as browsers tell it.
  credential_id text,
  -- Of a code the last step that was taken, of a passkey its count of signatures.
  counter bigint NOT NULL DEFAULT 0,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  last_used_at timestamptz(6),
  CONSTRAINT factors_pkey PRIMARY KEY (id),
  CONSTRAINT factors_credential_id_key UNIQUE (credential_id),
  CONSTRAINT factors_kind_check CHECK (kind IN ('code', 'passkey')),
  CONSTRAINT factors_passkey_check CHECK ((kind = 'passkey') = (credential_id IS NOT NULL))
);
CREATE INDEX factors_uid_idx ON identity.factors (uid);

-- A code that was used is gone.
CREATE TABLE identity.recovery_codes (
  uid text NOT NULL,
  -- HMAC-SHA-256 under FACTOR_KEY.
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (uid, code_hash)
);

-- What somebody proved in a session since it was opened; ends with it.
CREATE TABLE identity.session_proofs (
  session_id text NOT NULL,
  uid text NOT NULL,
  -- The second factor was given, or the device is trusted.
  with_factor boolean NOT NULL DEFAULT false,
  proved_at timestamptz(6) NOT NULL DEFAULT now(),
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT session_proofs_pkey PRIMARY KEY (session_id, uid)
);
CREATE INDEX session_proofs_expires_at_idx ON identity.session_proofs (expires_at);

-- Devices that are not asked for a second factor.
CREATE TABLE identity.trusted_devices (
  -- HMAC-SHA-256 of the cookie under FACTOR_KEY.
  token_hash bytea NOT NULL,
  uid text NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT trusted_devices_pkey PRIMARY KEY (token_hash, uid)
);
CREATE INDEX trusted_devices_uid_idx ON identity.trusted_devices (uid);
CREATE INDEX trusted_devices_expires_at_idx ON identity.trusted_devices (expires_at);

-- Challenges of passkeys that were answered, until they end by themselves: each is taken once.
CREATE TABLE identity.used_challenges (
  challenge text NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT used_challenges_pkey PRIMARY KEY (challenge)
);
CREATE INDEX used_challenges_expires_at_idx ON identity.used_challenges (expires_at);
