import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { requireAct } from '../../domain/permissions.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { readText } from '../../read-model/field-readers.ts';
import { act, each } from '../../records/act.ts';
import type { WorkKind } from '../../lists/assigned-work.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { QUOTE_KIND, ownerProblem } from './care-for-quote.ts';
import { NAMELESS_QUOTE } from './domain/quotes.ts';
import { quotePath, requireOwnQuote } from './get-quote.ts';
import { QUOTES } from './quote-list.ts';

/** Pending quotes pass to the next person; those that this one cannot be in charge of stay. */
export const HELD_QUOTES: WorkKind = {
  id: 'quotes',
  list: QUOTES,
  how: 'a su cargo',
  params: (responsable) => ({ responsable, estado: 'true' }),
  admit: (actor) => requireAct(actor, QUOTE_KIND.menu, 'change'),
  async handOver(services, { ids, from, to, ...call }) {
    const next = await loadStaff(services, { uid: to, sessionId: '' });
    const problemOf = ({ data }: StoredDocument) => (next ? ownerProblem(next, data['agencia']) : 'no existe o está desactivada');
    const stored = await services.documents.main.getMany(ids.map((id) => quotePath(id)));
    const staying = stored.flatMap((quote) => {
      const problem = quote ? problemOf(quote) : '';
      if (!quote || problem === '') return [];
      requireOwnQuote(call.actor, quote);
      const reason = `${next?.name || next?.email || ''} ${problem}`.trimStart();
      return [{ id: quote.id, title: readText(quote.data, 'nombre') || NAMELESS_QUOTE, reason }];
    });
    const transferable = ids.filter((id) => staying.every((quote) => quote.id !== id));
    if (transferable.length > 0) {
      const target = { ...call, ids: transferable, action: AUDIT_ACTIONS.recordUpdated, words: ['hand-over', from, to] };
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
    }
    return staying;
  },
};
