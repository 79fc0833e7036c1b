import { catalogList } from '../../catalogs/catalog-list.ts';
import { catalogTitle, type CatalogDefinition } from '../../catalogs/definition.ts';
import { CATALOGS } from '../../catalogs/registry.ts';
import { PUBLISHING_LABEL, PUBLISHING_PARAM, publishingLabel, type PublishingState } from '../../domain/publishing.ts';
import { publishingExpression } from '../../lists/publishing.ts';
import type { Measure } from '../../reporting/counted-rows.ts';
import { byAgency, byFilter, listReport, type ListGrouping } from '../../reporting/list-report.ts';
import type { Report } from '../../reporting/report.ts';

/** Contents that are shown for a time, as members see them; the state follows from switch and days, as in lists. */
export const CONTENT_REPORTS: readonly Report[] = [
  contentReport(CATALOGS.promociones.definition, {
    id: 'promotions',
    title: 'Promociones por publicación',
    filePrefix: 'promociones-por-publicacion',
    question: '¿Qué promociones están en la aplicación, cuáles terminaron y a cuáles les falta imagen?',
    further: { filter: 'image_url', grouping: byPicture('image_url') },
    measures: [
      {
        name: 'withoutPicture',
        title: 'Sin imagen',
        kind: 'integer',
        adds: true,
        sql: `count(*) FILTER (WHERE t.image_url = '')`,
        note: 'por completar',
      },
    ],
  }),
  contentReport(CATALOGS.plazas_vacantes.definition, {
    id: 'job-offers',
    title: 'Plazas vacantes por publicación',
    filePrefix: 'plazas-por-publicacion',
    question: '¿Qué plazas están en la aplicación, cuáles ya cerraron y en qué agencia?',
    further: { filter: 'agencia', grouping: byAgency('agencia') },
  }),
];

interface ContentFacts extends Pick<Report, 'filePrefix' | 'id' | 'question' | 'title'> {
  /** Besides the state. */
  further: { filter: string; grouping: ListGrouping };
  measures?: readonly Measure[];
}

function contentReport(definition: CatalogDefinition, { further, measures = [], ...facts }: ContentFacts): Report {
  const list = catalogList(definition);
  if (!definition.publishing) throw new Error(`${definition.id} is not published for a time`);
  const key = publishingExpression(definition.publishing);
  const inState = (state: PublishingState) => `count(*) FILTER (WHERE ${key} = '${state}')`;
  return listReport({
    ...facts,
    place: { label: catalogTitle(definition), href: list.url },
    list,
    day: null,
    filters: [PUBLISHING_PARAM, further.filter],
    groupings: [
      byFilter('state', {
        label: `Por ${PUBLISHING_LABEL.toLowerCase()}`,
        words: { row: 'estado', rows: 'estados' },
        key,
        nameOf: publishingLabel,
        filter: PUBLISHING_PARAM,
      }),
      further.grouping,
    ],
    measures: [
      { name: 'shown', title: 'Publicadas', kind: 'integer', adds: true, sql: inState('publicada'), note: 'en la aplicación, hoy' },
      { name: 'over', title: 'Vencidas', kind: 'integer', adds: true, sql: inState('vencida'), note: 'pasó su último día' },
      ...measures,
    ],
  });
}

/** Whether there is a picture; the keys are those of the list's filter. */
function byPicture(field: string): ListGrouping {
  return byFilter('picture', {
    label: 'Por imagen',
    words: { row: 'imagen', rows: 'imágenes' },
    key: `(t.${field} <> '')`,
    nameOf: (key) => (key === 'true' ? 'Con imagen' : 'Sin imagen'),
    filter: field,
  });
}
