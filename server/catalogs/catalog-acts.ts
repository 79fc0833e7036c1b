import { optionOf } from '../domain/fields.ts';
import { findChoices } from '../read-model/pages/choices.ts';
import { readCurrentValues, type ActInput, type BulkAct, type Value } from '../lists/bulk-act.ts';
import type { Field } from '../records/fields.ts';
import type { CatalogDefinition } from './definition.ts';
import { recordKind } from './record.ts';
import { referredCatalog } from './references.ts';
import { isCatalogId, type CatalogId } from './registry.ts';
import { updateRecord } from './save-record.ts';
import { describeAppVisibility } from './describe-app-visibility.ts';

/**
 * Bulk acts on a catalog's records: switching their state, setting a reference that the list filters by, and setting or
 * removing each date.
 * Fields whose changes need a confirmation (definition.touches) are excluded, because the numbers differ per record.
 */
export function catalogActs(definition: CatalogDefinition, parentId: string): BulkAct[] {
  const { id, fields, touches } = definition;
  if (!isCatalogId(id)) return [];
  const place: Place = { definition, parentId };
  const free = fields.filter(({ name }) => !touches?.fields.includes(name));
  return [
    ...free.filter(({ kind, name }) => kind === 'flag' && name === 'estado').flatMap((field) => stateActs(place, field)),
    ...free.filter(({ kind, filter }) => kind === 'reference' && filter).map((field) => referenceAct(place, field)),
    ...free.filter(({ kind }) => kind === 'date').flatMap((field) => dayActs(place, field)),
  ];
}

/** The catalog and, with a parent, the record above. */
interface Place {
  definition: CatalogDefinition;
  parentId: string;
}

/** «Publicada» and «Oculta» decide what members see; other words mean in use or not. */
function stateActs(place: Place, field: Field): BulkAct[] {
  const isPublic = field.options?.[0]?.label.startsWith('Publicad') === true;
  const set = (id: string, label: string, icon: BulkAct['icon'], done: BulkAct['done'], value: boolean): BulkAct => ({
    ...fieldChangeAct(place, field, () => value),
    id,
    label,
    icon,
    done,
  });
  return isPublic
    ? [
        set('publish', 'Publicar', 'megaphone', ['Se publicó', 'Se publicaron'], true),
        set('hide', 'Ocultar', 'circle-x', ['Se ocultó', 'Se ocultaron'], false),
      ]
    : [
        set('activate', 'Activar', 'circle-check', ['Se activó', 'Se activaron'], true),
        set('deactivate', 'Desactivar', 'circle-x', ['Se desactivó', 'Se desactivaron'], false),
      ];
}

function referenceAct(place: Place, field: Field): BulkAct {
  const referred = referredCatalog(field);
  return {
    ...typedValueAct(place, field, referred.noun.gender === 'f' ? 'la' : 'el'),
    icon: field.catalog === 'agencias' ? 'building-2' : 'pencil',
    findOptions: async ({ sql }) => {
      const { id: table, titleField, inUse } = referred;
      const choices = await findChoices(sql, { table, name: titleField, ...(inUse && { inUse }) });
      return { [field.name]: choices.map(optionOf) };
    },
  };
}

function dayActs(place: Place, field: Field): BulkAct[] {
  const doneText = `Se quitó «${field.label}» de`;
  return [
    { ...typedValueAct(place, field, ''), icon: 'calendar-days' },
    ...(field.required
      ? []
      : [
          {
            ...fieldChangeAct(place, field, () => ''),
            id: `clear-${field.name}`,
            label: `Quitar «${field.label}»`,
            icon: 'minus' as const,
            done: [doneText, doneText] as const,
          },
        ]),
  ];
}

function typedValueAct(place: Place, field: Field, article: string): Omit<BulkAct, 'icon'> {
  const doneText = `Se cambió ${article === '' ? `«${field.label}»` : `${article} ${field.label.toLocaleLowerCase('es')}`} de`;
  return {
    ...fieldChangeAct(place, field, (_held, asked) => asked[field.name] ?? ''),
    id: `change-${field.name}`,
    of: 'de',
    label: `Cambiar ${article === '' ? `«${field.label}»` : field.label.toLocaleLowerCase('es')}`,
    done: [doneText, doneText],
    asks: [field],
  };
}

/** Sets one field, like the record's form does. Only for registered catalogs (catalogActs). */
function fieldChangeAct(
  { definition, parentId }: Place,
  { name }: Field,
  wanted: (held: Value, asked: ActInput) => Value,
): Pick<BulkAct, 'findHeld' | 'set' | 'tell' | 'wanted'> {
  const { id, titleField } = definition;
  const catalog = id as CatalogId;
  return {
    wanted,
    findHeld: (services, { ids }) => readCurrentValues(services, recordKind(definition, parentId), { ids, field: name, title: titleField }),
    tell: (services, { actor, ids }) => describeAppVisibility(services, { actor, catalog, parentId, ids }),
    set: (services, { actor, requestId, id: record, held, wanted: value }) =>
      updateRecord(services, {
        actor,
        requestId,
        catalog,
        parentId,
        id: record,
        ifVersion: '',
        base: { [name]: held.value },
        values: { [name]: value },
        // The bar has asked already, with the number of records.
        confirmed: [name],
      }),
  };
}
