-- What drawn pages of each content take and when it was last opened (docs/decisions/059-bounds-of-one-person.md). No projection: what
-- no row names is removed, and drawn again when somebody opens it.
CREATE TABLE drawn_documents (
  identity text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  used_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT drawn_documents_pkey PRIMARY KEY (identity)
);
