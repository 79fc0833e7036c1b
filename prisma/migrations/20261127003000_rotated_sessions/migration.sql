-- A session gets another token when its person proves anew who they are (decision 151). What the token was before serves requests that are
-- under way for some seconds more.
ALTER TABLE identity.sessions ADD COLUMN previous_hash bytea, ADD COLUMN rotated_at timestamptz(6);
CREATE INDEX sessions_previous_hash_idx ON identity.sessions (previous_hash);
