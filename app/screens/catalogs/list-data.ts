import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import { AppError } from '#server/domain/errors.ts';
import { withArticle, type Noun } from '#server/domain/grammar.ts';
import { truncate } from '#server/domain/text.ts';
import type { ListCall } from '#server/lists/list.ts';
import type { Moved } from '#server/records/ordered-list.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { formAction, type Act, type Verb, type Verbs } from '../forms/form-action.ts';
import { bulkVerb } from '../lists/bulk-verb.ts';
import { loadList } from '../lists/load-list.ts';
import { listSearch, splitIds } from '../../record-links.ts';
import { readPlace } from '../order/order-places.ts';
import { CATALOG_CELLS, type CatalogCells } from './catalog-cells.tsx';
import { activationVerbs } from './record-data.ts';

export type CatalogListData = Awaited<ReturnType<typeof loadCatalogList>>;

/** Data of a catalog's list, or with `parentId` of the list under that record; `own` cells as its screen renders them. */
export async function loadCatalogList(
  args: LoaderFunctionArgs,
  id: CatalogId,
  { parentId, own = CATALOG_CELLS }: { parentId?: string; own?: CatalogCells } = {},
) {
  const { catalogs } = args.context.portal;
  const { listUrl, title, orderField } = catalogs.describe(id, parentId);
  const find = (call: ListCall) => catalogs.findRecords({ ...call, catalog: id, parentId });
  const data = await loadList(args, { find, own });
  return { catalog: { id, listUrl, title, orderField }, ...data, search: searchOf(args.request, parentId) };
}

/** The query to keep. A list under a record keeps the page's whole query, which has its own way back. */
function searchOf({ url }: Request, parentId: string | undefined): string {
  const { search } = new URL(url);
  return parentId === undefined ? listSearch(search) : search;
}

/** The forms of a catalog's list; redirects to the page that shows it. See listVerbs. */
export function actOnCatalogList(args: ActionFunctionArgs, catalog: CatalogId, parentId?: string) {
  const description = args.context.portal.catalogs.describe(catalog, parentId);
  const page = description.pageUrl + searchOf(args.request, parentId);
  const verbs = { ...listVerbs({ catalog, description, page }), ...(parentId === undefined && { bulk: bulkVerb(description.listUrl) }) };
  return formAction({ menu: description.menu, of: 'la página' }, verbs)(args);
}

/** Verbs of a record's page for the selection in a list under it: refusals are shown on that page. */
export function verbsUnder({ context, request }: ActionFunctionArgs, catalog: CatalogId, parentId: string): Verbs<Act> {
  const { listUrl, pageUrl } = context.portal.catalogs.describe(catalog, parentId);
  return { bulk: bulkVerb(listUrl, pageUrl + searchOf(request, parentId)) };
}

interface ListPlace {
  catalog: CatalogId;
  description: CatalogDescription;
  page: string;
}

/**
 * `intent` move (`place`; `undoes` for its undo), deactivate and restore (`ids` of a selection, or `id` of one), each also as the undo of
 * the other ("Deshacer"); redirects to `page`.
 */
export function listVerbs({ catalog, description, page }: ListPlace): Verbs<Act> {
  const { menu, noun, parentId, undo } = description;
  return {
    ...activationVerbs({ catalog, description }, ({ text, sent }) => {
      // A selection's undo refers to a menu, so only a list with a menu of its own accepts one.
      const selected = parentId === '' ? splitIds(sent.getAll('ids')) : [];
      return { page, target: text('id') || selected };
    }),
    // If the list changed meanwhile, it is shown in its current state, with a notice.
    move: showErrorsOn(page, conflictSentence, async ({ portal, call, text, done }) => {
      const record = { ...call, catalog, parentId };
      const { id, afterId } = readPlace(text('place'));
      const moved = await portal.catalogs.moveRecord({ ...record, id, afterId });
      if (!moved) return redirect(page);
      const isUndo = text('undoes') !== '';
      const notice = describeMove(noun, moved, isUndo) + (await portal.catalogs.describeAppVisibility({ ...record, ids: [id] }));
      // An undo offers no further undo.
      if (isUndo) return done(page, notice);
      const list = undo === 'product' || undo === 'photo' ? undo : 'records';
      return done(page, notice, {
        restores: 'place',
        menu,
        serviceId: parentId,
        list,
        id,
        afterId: moved.wasAfter,
      });
    }),
  };
}

/** Two names must leave room for the rest of the notice. */
const NAME_MAX = 50;

/** "Se movió «Ahorro corriente» al lugar 2 de 8, después de «Ahorro programado».", or that it is back. */
function describeMove(noun: Noun, { record, neighbour, place, of }: Moved<CatalogRecord>, isUndo: boolean): string {
  const named = (one: CatalogRecord) => (one.title === one.id ? '' : `«${truncate(one.title, NAME_MAX)}»`);
  const name = named(record) || withArticle(noun);
  if (isUndo) return `Se deshizo: ${name} volvió al lugar ${place} de ${of}.`;
  const beside = neighbour === null ? '' : named(neighbour);
  return `Se movió ${name} al lugar ${place} de ${of}${beside && `, ${place === 1 ? 'antes' : 'después'} de ${beside}`}.`;
}

const conflictSentence = ({ code, userMessage }: AppError) => (code === 'conflict' ? userMessage : null);

/** Failures with a message are shown on `page`. */
export function showErrorsOn<Form extends Act>(page: string, sentenceOf: (error: AppError) => string | null, verb: Verb<Form>): Verb<Form> {
  return async (form) => {
    try {
      return await verb(form);
    } catch (error) {
      const text = error instanceof AppError ? sentenceOf(error) : null;
      if (text === null) throw error;
      return redirectWithNotice(form.context, page, { kind: 'error', text });
    }
  };
}
