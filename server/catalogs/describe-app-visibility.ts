import { isInApp } from '../domain/app-contents.ts';
import { dayOf, formatDay } from '../domain/dates.ts';
import type { Noun } from '../domain/grammar.ts';
import type { StoredDocument } from '../ports/documents/document-store.ts';
import { publishingState, readPublishing, type Publishing, type PublishingState } from '../domain/publishing.ts';
import { missingFields, pathOf } from '../records/record-kind.ts';
import type { Services } from '../services.ts';
import type { CatalogDefinition } from './definition.ts';
import { explicitFields, openRecords, recordPath, toRecord, type CatalogCall } from './record.ts';

/**
 * A sentence on what the app now shows of these records, for the end of an act's notice (saved, moved, published, hidden, deleted,
 * restored,
 * picture changed): every act that affects members' phones uses it. Starts with a space; '' for catalogs the app does not show.
 * Errors: `forbidden`, `not-found` for a parent that cannot have such records.
 */
export async function describeAppVisibility(
  services: Pick<Services, 'documents'>,
  call: CatalogCall & { ids: readonly string[] },
): Promise<string> {
  const { definition, parentId, kind } = openRecords(call);
  if (!isInApp(definition.menu) || call.ids.length === 0) return '';
  const { parent } = definition;
  const store = services.documents[definition.database];
  const [found, above] = await Promise.all([
    store.getMany(call.ids.map((id) => pathOf(kind, id))),
    parent ? store.get(recordPath(parent.definition, parentId)) : null,
  ]);
  const hasHiddenParent = parent !== undefined && (!above || appVisibilityOf(parent.definition, above).state !== 'publicada');
  const visibilities = found.map((document) => (document && !hasHiddenParent ? appVisibilityOf(definition, document) : HIDDEN));
  return ` ${visibilitySentence(definition.noun, visibilities)}`;
}

interface AppVisibility extends Publishing {
  state: PublishingState;
}

/** For missing records, those without a field that the app needs, and those under a hidden one, whatever their own state. */
const HIDDEN: AppVisibility = { state: 'oculta', isActive: true, isOn: false, from: '', until: '' };

function appVisibilityOf(definition: CatalogDefinition, document: StoredDocument): AppVisibility {
  const { publishing, fields } = definition;
  const { values, isActive } = toRecord(definition, document);
  if (isActive && missingFields({ explicit: explicitFields(definition) }, document.data).length > 0) return HIDDEN;
  const flag = fields.some(({ name }) => name === 'estado') ? 'estado' : '';
  const facts = readPublishing(publishing ?? { flag }, values, isActive);
  return { ...facts, state: publishingState(facts, dayOf(new Date())) };
}

function visibilitySentence({ gender }: Noun, appStates: readonly AppVisibility[]): string {
  const shownCount = appStates.filter(({ state }) => state === 'publicada').length;
  const isOne = appStates.length === 1;
  if (shownCount === appStates.length) return isOne ? 'Ya se ve así en la app.' : 'Ya se ven así en la app.';
  if (shownCount > 0) return `La app muestra ${shownCount} de ${appStates.length}.`;
  const pronoun = `${gender === 'f' ? 'la' : 'lo'}${isOne ? '' : 's'}`;
  const [first] = appStates;
  if (isOne && first?.state === 'programada') return `La app ${pronoun} mostrará desde el ${formatDay(first.from)}.`;
  const isGone = appStates.every(({ state, isActive }) => state === 'vencida' || !isActive);
  return `La app ${isGone ? 'ya no' : 'no'} ${pronoun} muestra.`;
}
