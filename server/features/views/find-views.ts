import { capitalize } from '../../domain/grammar.ts';
import { canOpenAnyReport } from '../../domain/permissions.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { countViews, maySend, readViews, viewedList, type CountedView, type SavedView } from '../../lists/saved-views.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { isActive } from '../../records/content-version.ts';
import { formState, pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { mayChange, requireOwn, type ViewCall } from './save-view.ts';
import { readView, VIEW_KIND, viewNotFound, type ViewValues } from './view.ts';

type ActorCall = Pick<Call, 'actor'>;

/** A person's views, with the number of rows that each has for them, for the menu. */
export async function findViews(services: Services, { actor }: ActorCall): Promise<CountedView[]> {
  const views = await readForScreen(services.sql, (read) => readViews(read, services, actor));
  return views.length === 0 ? [] : countViews(services, actor, views);
}

/** A view as its list opens it; null if the person does not have it, or it is of another list. */
export async function openView(
  services: Services,
  { actor, id, url }: ActorCall & { id: string; url: string },
): Promise<(SavedView & Record<'mayChange' | 'maySchedule', boolean>) | null> {
  if (!isDocumentId(id)) return null;
  const conditions = [fragment`t.id = ${id}`, fragment`t.lista = ${url}`];
  const [view] = await readForScreen(services.sql, (read) => readViews(read, services, actor, conditions));
  const list = viewedList(services, url);
  if (!view || !list) return null;
  return { ...view, mayChange: mayChange(actor, view.userId), maySchedule: maySend(actor, list) && canOpenAnyReport(actor) };
}

export interface ViewRecord {
  id: string;
  version: string;
  values: ViewValues;
  /** Name of its list. */
  list: string;
}

/** For its form. Errors: `not-found`, also for somebody else's. */
export async function getView(services: Services, { actor, id }: ViewCall): Promise<ViewRecord> {
  const stored = await services.documents.main.get(pathOf(VIEW_KIND, id));
  if (!stored || !isActive(stored.data)) throw viewNotFound(id);
  requireOwn(actor, stored);
  const values = readView(stored.data);
  return { id, version: formState(VIEW_KIND, stored).version, values, list: nameOfList(services, values.lista) };
}

export function supportsViews(services: Pick<Services, 'registries'>, url: string): boolean {
  return viewedList(services, url) !== null;
}

/** Name of a view's list; its address if the list no longer exists. */
export function nameOfList(services: Pick<Services, 'registries'>, url: string): string {
  const list = viewedList(services, url);
  return list ? capitalize(list.noun.plural) : url;
}
