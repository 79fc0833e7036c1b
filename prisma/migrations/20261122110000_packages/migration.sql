-- Packages of documents between agencies: collection PACKAGES of the database `digitalization`.
CREATE TABLE packages (
  id text COLLATE "C" NOT NULL,
  "from" text NOT NULL DEFAULT '',
  from_agency text NOT NULL DEFAULT '',
  "agencyId" text NOT NULL DEFAULT '',
  "userAssign" text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT '',
  sended boolean NOT NULL DEFAULT false,
  "sendedAt" timestamptz(6),
  "resolutionAt" timestamptz(6),
  "needReassign" boolean NOT NULL DEFAULT false,
  "digitalizationId" text NOT NULL DEFAULT '',
  "detailOfPackage" jsonb NOT NULL DEFAULT '[]',
  extras jsonb NOT NULL DEFAULT '[]',
  note text NOT NULL DEFAULT '',
  "rejectReason" text NOT NULL DEFAULT '',
  "resolvedBy" text NOT NULL DEFAULT '',
  "differencesSeenAt" timestamptz(6),
  line_count integer NOT NULL DEFAULT 0,
  checked_count integer NOT NULL DEFAULT 0,
  difference_count integer NOT NULL DEFAULT 0,
  -- Follows from the id.
  code text COLLATE "C" NOT NULL DEFAULT '',
  "isActive" boolean NOT NULL DEFAULT true,
  "createdAt" timestamptz(6) NOT NULL,
  "updatedAt" timestamptz(6),
  source_version bigint NOT NULL,
  source_deleted boolean NOT NULL DEFAULT false,
  search_text text NOT NULL DEFAULT '',
  CONSTRAINT packages_pkey PRIMARY KEY (id)
);
SELECT keep_catalog('packages', ARRAY['sendedAt', 'resolutionAt', 'line_count']);
-- Sorted by them downwards with the empty ones at the end.
CREATE INDEX packages_sort_sent_down ON packages ("sendedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_sort_resolved_down ON packages ("resolutionAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_sort_updated_down ON packages ("updatedAt" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
-- Mine, and those of my agency; by code; those under way.
CREATE INDEX packages_by_sender ON packages ("from", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_by_agency ON packages ("agencyId", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX packages_by_person ON packages ("userAssign", "createdAt", id) WHERE "userAssign" <> '' AND "isActive" AND NOT source_deleted;
CREATE INDEX packages_by_code ON packages (code);
CREATE INDEX packages_under_way ON packages (from_agency, "agencyId", "sendedAt") WHERE status = 'SENT' AND "isActive" AND NOT source_deleted;
