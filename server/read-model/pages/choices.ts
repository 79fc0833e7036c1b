import type { PrismaClient } from '#prisma/generated/client.ts';

/** One entry of a select: what a filter or a form offers. */
export interface Choice {
  id: string;
  name: string;
}

const NOT_DELETED = { isActive: true, source_deleted: false } as const;
/** Names as Spanish speakers sort them (á beside a, ñ after n); lists of choices are short enough to sort here. */
const SPANISH = new Intl.Collator('es');

export async function findAgencyChoices(prisma: PrismaClient): Promise<Choice[]> {
  const rows = await prisma.agency.findMany({ where: NOT_DELETED, select: { id: true, nombre: true } });
  return sortByName(rows.map(({ id, nombre }) => ({ id, name: nombre })));
}

/** The first `max` people by name: more than that belong into a search field. */
export async function findPeopleChoices(prisma: PrismaClient, max: number): Promise<Choice[]> {
  const rows = await prisma.user.findMany({
    where: NOT_DELETED,
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: max,
  });
  return sortByName(rows);
}

export function sortByName<Item extends Choice>(items: Item[]): Item[] {
  return items.sort((a, b) => SPANISH.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}
