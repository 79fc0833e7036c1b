import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogConflict, CatalogRecord } from '#server/catalogs/record.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { dayOf } from '#server/domain/dates.ts';
import { agree, capitalize, withArticle } from '#server/domain/grammar.ts';
import type { MenuId } from '#server/domain/menu.ts';
import type { Undo } from '#server/domain/notice.ts';
import { CONFIRMED_CONTROL, questionOf, readConfirmed, type Question } from '#server/domain/question.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { publishingSentence, publishingState, readPublishing } from '#server/domain/publishing.ts';
import { countOf } from '#server/domain/text.ts';
import { requireStaff } from '../../context.ts';
import { formAction, givenBack, type Act, type GivenBack, type Refusal, type Verbs } from '../forms/form-action.ts';
import { actionOfScreen, readRecordAddress, requireForm } from '../forms/record-screen.ts';
import { labelOf } from '../forms/labels.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { backOf, COPY_PARAM, listHref, recordHref } from '../../record-links.ts';
import type { PendingDeactivation } from './ConfirmDeactivation.tsx';

const CONFLICT = 409;

export type CatalogRecordData = Awaited<ReturnType<typeof loadCatalogRecord>>;

/** Why a form came back, with everything that was typed. */
export type SaveFailure = Refusal<CatalogConflict> & GivenBack;

/** The record named by an address of a catalog with a parent, where `:id` is the parent record. */
interface ChildAddress {
  parentId: string;
  id: string;
}

/** Data of `<list URL>/:id` (view), `/:id/edit` and `/new`. */
export async function loadCatalogRecord({ request, params, context }: LoaderFunctionArgs, catalog: CatalogId, child?: ChildAddress) {
  const { catalogs } = context.portal;
  const call = { actor: requireStaff(context), catalog, parentId: child?.parentId };
  const { above, ...description } = await catalogs.describeForScreens(call);
  const { id, screen } = readRecordAddress({ ...params, ...child }, description.id);
  requireForm(call.actor, description.menu, screen);
  const back = backOf(new URL(request.url));
  const record = screen === 'new' ? null : await catalogs.getRecord({ ...call, id });
  const from = screen === 'new' ? (new URL(request.url).searchParams.get(COPY_PARAM) ?? '') : '';
  const isView = screen === 'view';
  const [copied, story, linked, places] = await Promise.all([
    from === '' ? null : catalogs.getRecord({ ...call, id: from }),
    isView ? catalogs.findCatalogRecordStory({ ...call, id, ...readStoryQuery(new URL(request.url)) }) : null,
    isView ? catalogs.findLinked({ ...call, id }) : [],
    catalogs.findPlaces(call),
  ]);
  return {
    description,
    screen,
    back,
    /** Breadcrumbs of the parent pages; the last one restores the list's state. */
    crumbs: above.map(({ label, href }) => ({ label, href: href === description.pageUrl ? listHref(href, back) : href })),
    record,
    /** Initial values of an empty form that is a copy. */
    copied,
    /** Whether the app shows it now; null if its catalog has no publishing period. */
    published: record && describePublishing(description, record),
    story,
    /** Numbers of records that reference this one, as links. */
    linked,
    /** Positions of the other records, for a map. */
    places: places.filter((place) => place.id !== record?.id),
    /** One per form, as idempotency key: what is sent twice with it is stored once. */
    formToken: crypto.randomUUID(),
  };
}

function describePublishing({ publishing }: Pick<CatalogDescription, 'publishing'>, { values, isActive }: CatalogRecord) {
  if (publishing === null) return null;
  const facts = readPublishing(publishing, values, isActive);
  const state = publishingState(facts, dayOf(new Date()));
  return { state, sentence: publishingSentence(state, facts) };
}

/** Saves a form (`intent` save, save-and-new), deactivates or restores the record, or runs the page's own verbs (`further`). */
export function actOnCatalogRecord(args: ActionFunctionArgs, catalog: CatalogId, child?: ChildAddress, further: Verbs<Act> = {}) {
  const description = args.context.portal.catalogs.describe(catalog, child?.parentId);
  const { pageUrl, listUrl } = description;
  const place = { catalog, description };
  const kind = { menu: description.menu, of: 'la página' };
  const idOf = ({ params }: Act) => params['id'] ?? '';
  const save = saveRecord(kind, place);
  const view = formAction(kind, {
    ...further,
    ...activationVerbs(place, (act) => ({
      target: idOf(act),
      page: act.intent === 'deactivate' ? listHref(pageUrl, act.back) : recordHref(listUrl, idOf(act), { back: act.back }),
    })),
  });
  return actionOfScreen(description.id, { view, new: save, edit: save })({ ...args, params: { ...args.params, ...child } });
}

interface CatalogPlace {
  catalog: CatalogId;
  description: CatalogDescription;
}

/** Creates or changes a record; a refused form comes back. */
function saveRecord(kind: { menu: MenuId; of: string }, { catalog, description: { noun, fields, listUrl, parentId } }: CatalogPlace) {
  return formAction(
    {
      ...kind,
      read: ({ portal, sent }) => ({ form: portal.catalogs.readForm(catalog, sent) }),
      refused: ({ form }, refusal: Refusal<CatalogConflict>): SaveFailure => ({ ...refusal, ...givenBack(form) }),
    },
    async ({ portal, call, params, intent, back, form, done }) => {
      const record = { ...call, catalog, parentId };
      const next = (saved: string) => recordHref(listUrl, intent === 'save-and-new' ? 'new' : saved, { back });
      const id = params['id'] ?? '';
      if (id === 'new') {
        const created = await portal.catalogs.createRecord({ ...record, values: form.values, formToken: form.formToken });
        return done(
          next(created.id),
          `Se guardó ${withArticle(noun)}.${await portal.catalogs.describeAppVisibility({ ...record, ids: [created.id] })}`,
        );
      }
      const { merged } = await portal.catalogs.updateRecord({ ...record, ...form, id, ifVersion: form.version });
      const appNote = await portal.catalogs.describeAppVisibility({ ...record, ids: [id] });
      return done(next(id), `Se guardó ${withArticle(noun)}.${appNote}${describeMerged(merged, (name) => labelOf(fields, name))}`);
    },
  );
}

/** The object of an act: one record, or a selection, which the notice counts; `page` is where to redirect. */
interface Target {
  target: string | readonly string[];
  page: string;
}

/** `intent` deactivate, with an undo, and restore; asks for confirmation where needed. */
export function activationVerbs({ catalog, description }: CatalogPlace, targetOf: (act: Act) => Target): Verbs<Act> {
  const { noun, menu, parentId } = description;
  const idsOf = (target: Target['target']) => (typeof target === 'string' ? [target] : target);
  const doneText = (target: Target['target'], done: string) =>
    typeof target === 'string'
      ? `${capitalize(noun.singular)} ${agree(noun, done)}.`
      : `${countOf(target.length, noun.singular, noun.plural)} ${agree(noun, done, target.length)}.`;
  return {
    deactivate: async (act) => {
      const { target, page } = targetOf(act);
      const ids = idsOf(target);
      const records = { ...act.call, catalog, parentId, ids, confirmed: readConfirmed(act.text(CONFIRMED_CONTROL)) };
      const asked = await act.portal.catalogs.deactivateRecords(records).then(() => null, questionOrThrow);
      if (asked) return data<PendingDeactivation>({ question: asked, ids }, CONFLICT);
      const undo: Undo = typeof target === 'string' ? undoOf(description, target) : { restores: 'records', menu, ids };
      return act.done(page, doneText(target, 'eliminado') + (await act.portal.catalogs.describeAppVisibility(records)), undo);
    },
    restore: async (act) => {
      const { target, page } = targetOf(act);
      const records = { ...act.call, catalog, parentId, ids: idsOf(target) };
      await act.portal.catalogs.restoreRecords(records);
      return act.done(page, doneText(target, 'restaurado') + (await act.portal.catalogs.describeAppVisibility(records)));
    },
  };
}

function questionOrThrow(error: unknown): Question {
  const question = questionOf(error);
  if (question) return question;
  throw error;
}

/** The undo for a record. */
function undoOf({ undo, menu, parentId }: CatalogDescription, id: string): Undo {
  if (undo === null) return { restores: 'records', menu, ids: [id] };
  return undo === 'service' ? { restores: undo, id } : { restores: undo, serviceId: parentId, id };
}
