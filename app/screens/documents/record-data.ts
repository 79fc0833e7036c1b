import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { requireStaff } from '../../context.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { backOf } from '../lists/record-links.ts';
import { documentHref } from './document-links.ts';

export type DocumentData = Awaited<ReturnType<typeof loadDocument>>;

/** Data of `/:id` (fields, acts, history) and `/:id/edit`. */
export async function loadDocument({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'digitalization-documents');
  const { digitalization } = context.portal;
  const { id, screen } = readDocumentAddress(params);
  const back = backOf(new URL(request.url));
  const call = { actor, id };
  const document = await digitalization.getDocument(call);
  if (screen === 'edit' && !document.can.edit) throw redirect(documentHref(id, { back }));
  const isView = screen === 'view';
  const [history, people, types, neighbours] = await Promise.all([
    isView ? digitalization.findHistory(call) : [],
    isView && document.can.assign ? digitalization.findAssignees({ actor, ids: [id] }) : [],
    screen === 'edit' ? digitalization.findTypeChoices({ actor }) : [],
    isView ? digitalization.findDocumentNeighbours({ ...call, params: new URLSearchParams(back) }) : null,
  ]);
  /** One per form: what is sent twice with it is done once. */
  return { screen, document, history, people, types, neighbours, back, formToken: crypto.randomUUID() };
}

export function readDocumentAddress(params: LoaderFunctionArgs['params']): { id: string; screen: 'view' | 'edit' } {
  const { id, screen } = readRecordAddress(params, 'digitized documents');
  if (screen !== 'new') return { id, screen };
  throw new AppError('not-found', 'no empty form of a digitized document', {
    userMessage: 'La dirección que abrió no existe en el portal.',
  });
}
