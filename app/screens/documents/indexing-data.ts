import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireStaff } from '../../context.ts';

export type IndexingData = Awaited<ReturnType<typeof loadIndexing>>;

/** What documents can be indexed as; `documentId` of the address is the type that is chosen. */
export async function loadIndexing({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'digitalization-documents');
  const choices = await context.portal.documentFiles.findUploadTypes({ actor });
  const asked = new URL(request.url).searchParams.get('documentId') ?? '';
  const chosen = choices.types.some(({ id }) => id === asked) ? asked : choices.types.length === 1 ? (choices.types[0]?.id ?? '') : '';
  return { ...choices, chosen, uploadKey: crypto.randomUUID() };
}
