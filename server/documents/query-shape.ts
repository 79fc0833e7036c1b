import { invalidDocument } from './document-errors.ts';
import { parseCollectionPath } from './document-path.ts';
import type { FieldValue, FilterOperator, Query, StoredDocument } from './document-store.ts';
import { checkValue, isList } from './document-values.ts';

export interface Order {
  field: string;
  direction: 'asc' | 'desc';
}

/** A checked query with the order spelled out; both stores run exactly this. */
export interface QueryShape {
  collection: string;
  /** Last segment of the collection path. */
  groupName: string;
  group: boolean;
  where: readonly { field: string; op: FilterOperator; value: FieldValue }[];
  orders: readonly Order[];
  /** Direction of the document id, which breaks ties: that of the last order, as in Firestore. */
  idDirection: 'asc' | 'desc';
  limit: number | null;
  after: { document: StoredDocument; values: readonly FieldValue[] } | null;
}

/** Firestore's own limit on the list of an `in`. */
const MAX_IN_VALUES = 30;
const RANGE_OPERATORS: readonly FilterOperator[] = ['<', '<=', '>', '>='];
const OPERATORS: readonly FilterOperator[] = ['==', 'in', 'array-contains', ...RANGE_OPERATORS];

/** @throws invalid-input when the query is malformed */
export function shapeQuery(query: Query): QueryShape {
  const groupName = parseCollectionPath(query.collection);
  if (query.group && groupName !== query.collection) throw invalidDocument('a group query names one segment');
  const where = query.where ?? [];
  for (const { field, op, value } of where) checkFilter(field, op, value);
  const limit = query.limit ?? null;
  if (limit !== null && (!Number.isSafeInteger(limit) || limit < 1)) throw invalidDocument('limit must be a positive integer');
  const orders = completeOrders(query);
  return {
    collection: query.collection,
    groupName,
    group: query.group ?? false,
    where,
    orders,
    idDirection: orders.at(-1)?.direction ?? 'asc',
    limit,
    after: query.after ? { document: query.after, values: orders.map((order) => cursorValue(query.after, order)) } : null,
  };
}

function checkFilter(field: string, op: FilterOperator, value: FieldValue): void {
  if (typeof field !== 'string' || field === '') throw invalidDocument('a filter needs a field');
  if (!OPERATORS.includes(op)) throw invalidDocument(`unknown operator ${String(op)}`);
  checkValue(value, field);
  if (op === 'in' && (!isList(value) || value.length === 0 || value.length > MAX_IN_VALUES)) {
    throw invalidDocument(`in takes a list of 1 to ${MAX_IN_VALUES} values`);
  }
  if (op === 'in' && isList(value) && value.includes(null)) throw invalidDocument('in cannot look for null');
  if (RANGE_OPERATORS.includes(op) && (value === null || typeof value === 'boolean'))
    throw invalidDocument(`${op} needs a number, text, date, list or map`);
}

/** A range orders by its field first when no order says so (Firestore's rule, made explicit for both stores). */
function completeOrders(query: Query): Order[] {
  const given = (query.orderBy ?? []).map(({ field, direction }) => ({ field, direction }));
  if (given.some((order) => typeof order.field !== 'string' || order.field === '')) throw invalidDocument('an order needs a field');
  const direction = given.at(-1)?.direction ?? 'asc';
  const ranged = new Set((query.where ?? []).filter(({ op }) => RANGE_OPERATORS.includes(op)).map(({ field }) => field));
  for (const { field } of given) ranged.delete(field);
  return [...given, ...[...ranged].sort().map((field) => ({ field, direction }))];
}

function cursorValue(after: StoredDocument | undefined, order: Order): FieldValue {
  const value = after?.data[order.field];
  if (value === undefined) throw invalidDocument(`the cursor document lacks ${order.field}`);
  return value;
}
