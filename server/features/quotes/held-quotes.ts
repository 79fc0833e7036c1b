import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { menuTitle } from '../../domain/menu.ts';
import { canOpen, requireAct } from '../../domain/permissions.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { readText } from '../../read-model/field-readers.ts';
import { act, each } from '../../records/act.ts';
import type { HeldKind } from '../../lists/held.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { QUOTE_KIND } from './care-for-quote.ts';
import { NAMELESS_QUOTE } from './domain/quotes.ts';
import { quotePath, requireOwnQuote } from './get-quote.ts';
import { QUOTES } from './quote-list.ts';

/** Pending quotes go to the next person, whose they are from then on; all stay where that one has no screen for them. */
export const HELD_QUOTES: HeldKind = {
  id: 'quotes',
  list: QUOTES,
  how: 'a su cargo',
  params: (responsable) => ({ responsable, estado: 'true' }),
  where: (personId) => fragment`t.responsable = ${personId} AND t.estado`,
  admit: (actor) => requireAct(actor, QUOTE_KIND.menu, 'change'),
  async handOver(services, { ids, from, to, ...call }) {
    const next = await loadStaff(services, { uid: to, sessionId: '' });
    if (next && canOpen(next, 'quotes')) {
      const target = { ...call, ids, action: AUDIT_ACTIONS.recordUpdated, words: ['hand-over', from, to] };
      await act(
        services,
        QUOTE_KIND,
        target,
        each((quote) => {
          if (QUOTE_KIND.read(quote.data).responsable !== from) return null;
          requireOwnQuote(call.actor, quote);
          return { changes: { responsable: to } };
        }),
      );
      return [];
    }
    const stored = await services.documents.main.getMany(ids.map((id) => quotePath(id)));
    for (const quote of stored) if (quote) requireOwnQuote(call.actor, quote);
    const reason = `${next?.name ?? ''} no puede abrir «${menuTitle('quotes')}»`;
    return stored.flatMap((quote) => (quote ? [{ id: quote.id, title: readText(quote.data, 'nombre') || NAMELESS_QUOTE, reason }] : []));
  },
};
