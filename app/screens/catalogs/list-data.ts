import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import { AppError } from '#server/domain/errors.ts';
import { theOne, type Noun } from '#server/domain/grammar.ts';
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

/** Data of a catalog's list, with a parent of that of one record above; `own` cells as its screen draws them. */
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

/** What the page that shows the list is asked for. That of a record above has a way back of its own to keep. */
function searchOf({ url }: Request, parentId: string | undefined): string {
  const { search } = new URL(url);
  return parentId === undefined ? listSearch(search) : search;
}

/** The forms of a catalog's list, back to the page that shows it; see listVerbs. */
export function actOnCatalogList(args: ActionFunctionArgs, catalog: CatalogId, parentId?: string) {
  const description = args.context.portal.catalogs.describe(catalog, parentId);
  const page = description.pageUrl + searchOf(args.request, parentId);
  const verbs = { ...listVerbs({ catalog, description, page }), ...(parentId === undefined && { bulk: bulkVerb(description.listUrl) }) };
  return formAction({ menu: description.menu, of: 'la página' }, verbs)(args);
}

/** What the page of a record takes for the selection of a list under it: there it is told what was refused. */
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
 * `intent` move (`place`; `undoes` for the way back), deactivate and restore (`ids` of a selection, or `id` of one), also as the way back from them
 * ("Deshacer"); back to `page`.
 */
export function listVerbs({ catalog, description, page }: ListPlace): Verbs<Act> {
  const { menu, noun, parentId, undo } = description;
  return {
    ...activationVerbs({ catalog, description }, ({ text, sent }) => {
      // The way back from a selection names a menu, so only a list with a menu of its own takes one.
      const selected = parentId === '' ? splitIds(sent.getAll('ids')) : [];
      return { page, target: text('id') || selected };
    }),
    // A list that changed meanwhile shows as it is now, with what happened.
    move: toldOn(page, conflictSentence, async ({ portal, call, text, done }) => {
      const record = { ...call, catalog, parentId };
      const { id, afterId } = readPlace(text('place'));
      const moved = await portal.catalogs.moveRecord({ ...record, id, afterId });
      if (!moved) return redirect(page);
      const isUndo = text('undoes') !== '';
      const told = tellMove(noun, moved, isUndo) + (await portal.catalogs.tellApp({ ...record, ids: [id] }));
      // The way back from the way back would never end.
      if (isUndo) return done(page, told);
      const list = undo === 'product' || undo === 'photo' ? undo : 'records';
      return done(page, told, {
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

/** Two of them must leave room for the rest of a notice. */
const NAME_MAX = 50;

/** "Se movió «Ahorro corriente» al lugar 2 de 8, después de «Ahorro programado».", or that it is back. */
function tellMove(noun: Noun, { record, neighbour, place, of }: Moved<CatalogRecord>, isUndo: boolean): string {
  const named = (one: CatalogRecord) => (one.title === one.id ? '' : `«${truncate(one.title, NAME_MAX)}»`);
  const name = named(record) || theOne(noun);
  if (isUndo) return `Se deshizo: ${name} volvió al lugar ${place} de ${of}.`;
  const beside = neighbour === null ? '' : named(neighbour);
  return `Se movió ${name} al lugar ${place} de ${of}${beside && `, ${place === 1 ? 'antes' : 'después'} de ${beside}`}.`;
}

const conflictSentence = ({ code, userMessage }: AppError) => (code === 'conflict' ? userMessage : null);

/** A failure that has a sentence is told on `page`. */
export function toldOn<Form extends Act>(page: string, sentenceOf: (error: AppError) => string | null, verb: Verb<Form>): Verb<Form> {
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
