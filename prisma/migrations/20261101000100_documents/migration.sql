-- The embedded document store (server/documents/embedded.ts, docs/decisions/002-embedded-document-store.md).
CREATE SCHEMA documents;

CREATE TABLE documents.documents (
  database text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  collection text COLLATE "C" NOT NULL,
  -- Last segment of the collection path: what a group query asks for.
  collection_group text COLLATE "C" NOT NULL,
  -- Encoded by server/documents/embedded-values.ts; empty once deleted.
  data jsonb NOT NULL,
  -- Microseconds since 1970.
  created_version bigint NOT NULL,
  version bigint NOT NULL,
  -- A deleted document stays for a while, so that its version keeps growing when it is created again.
  deleted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (database, path)
);

-- Documents sort by path segment, not by path text ('a-b/c' after 'a/b'): the separator becomes the lowest character.
CREATE INDEX documents_by_group ON documents.documents (database, collection_group, replace(path, '/', E'\x01')) WHERE NOT deleted;

CREATE TABLE documents.changes (
  database text COLLATE "C" NOT NULL,
  -- Transactions commit out of order: readers stop before the oldest one still running, so that none is skipped.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  path text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  deleted boolean NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (database, xid, seq)
);

-- Up to where changes were pruned: a reader that stands before it has missed some and must be told.
CREATE TABLE documents.pruned_changes (
  database text COLLATE "C" PRIMARY KEY,
  xid xid8 NOT NULL,
  seq bigint NOT NULL
);

CREATE FUNCTION documents.now_micros() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

-- Bytes that compare as the values do in Firestore: null < boolean < number < timestamp < string < list < map. The first
-- byte is the type, so that a range can stay inside one; equal bytes mean equal values. No string holds a zero byte.
CREATE FUNCTION documents.sort_key(value jsonb) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  bits bigint;
  result bytea;
BEGIN
  CASE jsonb_typeof(value)
    WHEN 'string' THEN
      RETURN '\x50'::bytea || convert_to(value #>> '{}', 'UTF8') || '\x00'::bytea;
    WHEN 'number' THEN
      -- The bits of a double sort like the number once the sign bit is turned (all bits, when negative).
      bits := ('x' || encode(float8send(value::float8), 'hex'))::bit(64)::bigint;
      RETURN '\x30'::bytea || int8send(CASE WHEN bits < 0 THEN ~bits ELSE bits # (-9223372036854775808)::bigint END);
    WHEN 'boolean' THEN
      RETURN CASE WHEN value::boolean THEN '\x2001'::bytea ELSE '\x2000'::bytea END;
    WHEN 'null' THEN
      RETURN '\x10'::bytea;
    WHEN 'array' THEN
      SELECT string_agg(documents.sort_key(item.value), ''::bytea ORDER BY item.ordinality)
        INTO result FROM jsonb_array_elements(value) WITH ORDINALITY AS item;
      RETURN '\x60'::bytea || coalesce(result, ''::bytea) || '\x00'::bytea;
    ELSE
      IF value ? '$date' THEN
        RETURN '\x40'::bytea || convert_to(value ->> '$date', 'UTF8');
      END IF;
      SELECT string_agg(convert_to(entry.key, 'UTF8') || '\x00'::bytea || documents.sort_key(entry.value), ''::bytea ORDER BY entry.key COLLATE "C")
        INTO result FROM jsonb_each(value) AS entry;
      RETURN '\x70'::bytea || coalesce(result, ''::bytea) || '\x00'::bytea;
  END CASE;
END
$$;
