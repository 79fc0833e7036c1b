import { canOpen, canOpenFolder, type Staff } from '../../domain/permissions.ts';
import type { ListPage } from '../../lists/list-page.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { bind } from '../../platform/bind.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { Services } from '../../services.ts';
import { FILE_EVENTS, type EventRow } from './event-list.ts';

/** An event in the list; JSON for the browser. */
export type ListedEvent = Listed<EventRow> & {
  /** The page of the file, for people who may open it. */
  href: string | null;
};

const { findPage } = listVerbs(FILE_EVENTS);

/** The ledger of every kind of stored files, read-only: `portal.fileEvents`. Each verb checks the permission itself. */
export function createFileEvents(services: Services) {
  return bind(services, { findEvents });
}

/** Errors: `forbidden`. */
async function findEvents(services: Services, call: ListCall): Promise<Omit<ListPage<EventRow>, 'rows'> & { rows: ListedEvent[] }> {
  const page = await findPage(services, call);
  return { ...page, rows: page.rows.map((row) => ({ ...row, href: fileHref(call.actor, row) })) };
}

function fileHref(actor: Staff, { area, fileId, folderId }: Pick<EventRow, 'area' | 'fileId' | 'folderId'>): string | null {
  const id = encodeURIComponent(fileId);
  // Whoever sees the event may view the document.
  if (area === 'digitalization') return `/digitalization-documents/list-digitalization-docs/${id}`;
  return canOpen(actor, 'briefcase-files') && canOpenFolder(actor, folderId) ? `/briefcase/files/${id}` : null;
}
