import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogConflict, CatalogRecord } from '#server/catalogs/record.ts';
import type { RecordForm } from '#server/records/record-form.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import type { FormBase } from '#server/domain/conflict.ts';
import { dayOf } from '#server/domain/dates.ts';
import { agree, capitalize, theOne } from '#server/domain/grammar.ts';
import type { Undo } from '#server/domain/notice.ts';
import { questionOf, type Question } from '#server/domain/question.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { publishingSentence, publishingState, readPublishing } from '#server/domain/publishing.ts';
import { countOf } from '#server/domain/text.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { backOf, listHref, recordHref } from '../lists/record-links.ts';
import type { AskedActivation } from './AskedDeactivation.tsx';
import { readRecordAddress } from './record-screen.ts';

const CONFLICT = 409;

export type CatalogRecordData = Awaited<ReturnType<typeof loadCatalogRecord>>;

/** Why a form came back, with everything that was typed. */
export interface SaveFailure extends Refusal<CatalogConflict> {
  values: Readonly<Record<string, unknown>>;
  formToken: string;
  version: string;
  base: FormBase | null;
}

/** Which record of a catalog with a parent an address names, when its own `:id` is the record above. */
interface ChildAddress {
  parentId: string;
  id: string;
}

/** Data of `<list URL>/:id` (view), `/:id/edit` and `/new`. */
export async function loadCatalogRecord({ request, params, context }: LoaderFunctionArgs, catalog: CatalogId, child?: ChildAddress) {
  const call = { actor: requireStaff(context), catalog, parentId: child?.parentId };
  const { above, ...description } = await context.portal.catalogs.describeForScreens(call);
  const { id, screen } = readRecordAddress({ ...params, ...child }, description.id);
  const back = backOf(new URL(request.url));
  const record = screen === 'new' ? null : await context.portal.catalogs.getRecord({ ...call, id });
  return {
    description,
    screen,
    back,
    /** The pages above this one; the last finds the list as it was left. */
    crumbs: above.map(({ label, href }) => ({ label, href: href === description.pageUrl ? listHref(href, back) : href })),
    record,
    /** Whether the app shows it now; null where no days say so. */
    published: record && tellPublishing(description, record),
    /** What names the record elsewhere: a number, as a link. */
    under: screen === 'view' ? await context.portal.catalogs.countUnder({ ...call, id }) : null,
    /** One per form: what is sent twice with it is stored once. */
    formToken: crypto.randomUUID(),
  };
}

function tellPublishing({ publishing }: Pick<CatalogDescription, 'publishing'>, { values, isActive }: CatalogRecord) {
  if (publishing === null) return null;
  const facts = readPublishing(publishing, values, isActive);
  const state = publishingState(facts, dayOf(new Date()));
  return { state, sentence: publishingSentence(state, facts) };
}

/** Saves a form (`intent` save, save-and-new), or deactivates or restores the record. */
export async function actOnCatalogRecord({ request, params, context }: ActionFunctionArgs, catalog: CatalogId, child?: ChildAddress) {
  const { catalogs } = context.portal;
  const description = catalogs.describe(catalog, child?.parentId);
  requireMenu(requireStaff(context), description.menu);
  const { id, screen } = readRecordAddress({ ...params, ...child }, description.id);
  const form = catalogs.readForm(catalog, await request.formData());
  const back = backOf(new URL(request.url));
  if (screen !== 'view') return saveRecord(context, form, { catalog, id, description, back });
  const page = form.intent === 'deactivate' ? listHref(description.pageUrl, back) : recordHref(description.listUrl, id, { back });
  return activate(context, form.intent, { catalog, description, page, target: id, confirmed: form.confirmed });
}

/** A record that a form is about. */
interface RecordPlace {
  catalog: CatalogId;
  /** `new` for one that is not stored yet. */
  id: string;
  description: CatalogDescription;
  /** The list's state, which addresses carry. */
  back: string;
}

/** Creates or changes a record; a refused form comes back. */
async function saveRecord(context: RequestContext, form: RecordForm, { description, back, id, catalog }: RecordPlace) {
  const { catalogs } = context.portal;
  const { noun, fields, listUrl, parentId } = description;
  const call = { catalog, parentId, actor: requireStaff(context), requestId: context.requestId };
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const next = (saved: string) => recordHref(listUrl, form.intent === 'save-and-new' ? 'new' : saved, { back });
  try {
    if (id === 'new') {
      const created = await catalogs.createRecord({ ...call, values: form.values, formToken: form.formToken });
      return redirectWithNotice(context, next(created.id), { kind: 'success', text: `Se guardó ${theOne(noun)}.` });
    }
    const { merged } = await catalogs.updateRecord({ ...call, ...form, id, ifVersion: form.version });
    const text = `Se guardó ${theOne(noun)}.${tellMerged(merged, labelOf)}`;
    return redirectWithNotice(context, next(id), { kind: 'success', text });
  } catch (error) {
    return giveRecordBack(error, form, context);
  }
}

interface Activation {
  catalog: CatalogId;
  description: CatalogDescription;
  /** Where it leads on. */
  page: string;
  /** One record, or a selection, which is told by its number. */
  target: string | readonly string[];
  /** Changes that the person has confirmed. */
  confirmed: readonly string[];
}

/** `intent` deactivate, with a way back, or restore; what must be confirmed first is asked. */
export async function activate(context: RequestContext, intent: string, { catalog, description, page, target, confirmed }: Activation) {
  const { catalogs } = context.portal;
  const { noun, menu, parentId } = description;
  const isOne = typeof target === 'string';
  const ids = isOne ? [target] : target;
  const call = { catalog, parentId, ids, actor: requireStaff(context), requestId: context.requestId };
  const told = (done: string) =>
    isOne
      ? `${capitalize(noun.singular)} ${agree(noun, done)}.`
      : `${countOf(ids.length, noun.singular, noun.plural)} ${agree(noun, done, ids.length)}.`;
  if (intent === 'deactivate') {
    const asked = await catalogs.deactivateRecords({ ...call, confirmed }).then(() => null, questionOrThrow);
    if (asked) return data<AskedActivation>({ question: asked, ids }, CONFLICT);
    const undo: Undo = isOne ? undoOf(description, target) : { restores: 'records', menu, ids };
    return redirectWithNotice(context, page, { kind: 'success', text: told('eliminado'), undo });
  }
  if (intent !== 'restore') throw unknownIntent('la página');
  await catalogs.restoreRecords(call);
  return redirectWithNotice(context, page, { kind: 'success', text: told('restaurado') });
}

function questionOrThrow(error: unknown): Question {
  const question = questionOf(error);
  if (question) return question;
  throw error;
}

/** How an undo names a record. */
function undoOf({ undo, menu, parentId }: CatalogDescription, id: string): Undo {
  if (undo === null) return { restores: 'records', menu, ids: [id] };
  return undo === 'service' ? { restores: undo, id } : { restores: undo, serviceId: parentId, id };
}

/** The form again, with what was typed. */
function giveRecordBack(error: unknown, { shown, formToken, version, base }: RecordForm, context: RequestContext) {
  const { refusal, answer } = giveBack<CatalogConflict>(error, context);
  const failure: SaveFailure = { ...refusal, values: shown, formToken, version, base };
  return data(failure, answer);
}
