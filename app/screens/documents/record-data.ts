import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { canOpen, may } from '#server/domain/permissions.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { requireStaff } from '../../context.ts';
import { isGivenBack, readRecordAddress, requireForm } from '../forms/record-screen.ts';
import { backOf } from '../../record-links.ts';
import { toUnavailableContent } from '../files/unavailable-content.ts';
import { readVersion } from '../files/version-links.ts';
import { documentHref } from './document-links.ts';

export type DocumentData = Awaited<ReturnType<typeof loadDocument>>;

/** Data of `/:id` (fields, acts, story) and `/:id/edit`. */
export async function loadDocument({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'digitalization-documents');
  const { digitalization, documentFiles } = context.portal;
  const { id, screen } = readRecordAddress(params, 'digitized documents', ['view', 'edit']);
  requireForm(actor, 'digitalization-documents', screen);
  const url = new URL(request.url);
  const back = backOf(url);
  const call = { actor, id };
  const document = await digitalization.getDocument({ ...call, edits: screen === 'edit' });
  const shown = readVersion(request, document.earlierFiles);
  if (screen === 'edit' && !document.can.edit && !isGivenBack(request)) throw redirect(documentHref(id, { back }));
  const isView = screen === 'view';
  const viewed = isView && document.isActive && document.file ? { ...call, ...(shown && { version: String(shown.number) }) } : null;
  const [content, allowed, story, people, types, neighbours, notes] = await Promise.all([
    viewed ? documentFiles.describeContent(viewed).catch(toUnavailableContent) : null,
    viewed ? documentFiles.findAllowedActions(viewed) : NOTHING_ALLOWED,
    isView ? digitalization.findStory({ ...call, ...readStoryQuery(url) }) : null,
    isView && document.can.assign ? digitalization.findAssignees({ actor, ids: [id] }) : [],
    screen === 'edit' ? digitalization.findTypeChoices({ actor }) : [],
    isView ? digitalization.findDocumentNeighbours({ ...call, params: new URLSearchParams(back) }) : null,
    isView ? context.portal.notes.findNotes({ actor, record: `documentos/${id}` }) : null,
  ]);
  const isFree = document.isActive && document.inPackage === '' && (document.userId === '' || document.userId === actor.id);
  /** The document can start a package; that form says what else is needed. */
  const sends = isView && isFree && may(actor, 'packages-sent', 'change');
  /** One per form, as idempotency key: what is sent twice with it is done once. */
  return {
    sends,
    /** Others see a member's name without a link. */
    opensMembers: canOpen(actor, 'customers'),
    screen,
    document,
    fields: digitalization.documentFields,
    labels: digitalization.labels,
    shown,
    content,
    allowed,
    story,
    people,
    types,
    neighbours,
    notes,
    back,
    formToken: crypto.randomUUID(),
  };
}

const NOTHING_ALLOWED = { print: false, download: false } as const;

export type IndexingData = Awaited<ReturnType<typeof loadIndexing>>;

/** The types that documents can be indexed as; `documentId` in the address preselects one. */
export async function loadIndexing({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'digitalization-documents');
  requireForm(actor, 'digitalization-documents', 'new');
  const choices = await context.portal.documentFiles.findUploadTypes({ actor });
  const asked = new URL(request.url).searchParams.get('documentId') ?? '';
  const chosen = choices.types.some(({ id }) => id === asked) ? asked : choices.types.length === 1 ? (choices.types[0]?.id ?? '') : '';
  return { ...choices, fields: context.portal.digitalization.documentFields, chosen, uploadKey: crypto.randomUUID() };
}
