import { listFigure, type Figure } from '../../lists/figures.ts';
import type { LinkedList } from '../../lists/list.ts';
import { failuresShownSince } from './run-list.ts';

/** Failures of scheduled reports this week, among those that the person sees. */
export function runFigures(runs: LinkedList): Figure[] {
  return [
    listFigure({
      key: 'failed-runs',
      label: 'Reportes programados que fallaron',
      list: runs,
      params: ({ today }) => ({ status: 'fallida', from: failuresShownSince(today) }),
    }),
    listFigure({
      key: 'unsent-runs',
      label: 'Reportes que no llegaron a todos',
      list: runs,
      params: ({ today }) => ({ notSentTo: 'true', from: failuresShownSince(today) }),
    }),
  ];
}
