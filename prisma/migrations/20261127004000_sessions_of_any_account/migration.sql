-- Sessions are the portal's own for every kind of account (decision 151); those of Firebase are not in identity.accounts.
ALTER TABLE identity.sessions DROP CONSTRAINT sessions_uid_fkey;

-- `revoked`: Firebase's console, or another program, ended what the account had open.
ALTER TABLE identity.ended_sessions DROP CONSTRAINT ended_sessions_reason_check,
  ADD CONSTRAINT ended_sessions_reason_check CHECK (reason IN ('expired', 'closed', 'disabled', 'password', 'rest', 'revoked'));
