import { useLoaderData } from '@remix-run/react';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import type { loadRoles } from './role-data.ts';

/** The roles to choose from, each with what it sees and how many people it concerns. */
export function RoleCards() {
  return (
    <>
      <PageHead title="Roles" subtitle="Qué pantallas ve cada rol. Quien no ve una pantalla tampoco puede usarla por su dirección." />
      <LinkCards cards={useLoaderData<typeof loadRoles>().map((role) => ({ ...role, icon: 'shield-check' }))} />
    </>
  );
}
