import { useLoaderData } from '@remix-run/react';
import { ButtonLink } from '../../ui/Button.tsx';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import type { loadRoles } from './role-data.ts';
import { ROLES_URL } from './role-links.ts';

/** The roles as cards, each with what it sees and how many people have it. */
export function RoleCards() {
  const { active, retired, canCreate } = useLoaderData<typeof loadRoles>();
  return (
    <>
      <PageHead
        title="Roles"
        subtitle="Qué pantallas ve cada rol. Quien no ve una pantalla tampoco puede usarla por su dirección."
        primary={
          canCreate ? (
            <ButtonLink look="primary" icon="plus" href={`${ROLES_URL}/new`} data-key="n">
              Nuevo rol
            </ButtonLink>
          ) : null
        }
      />
      <LinkCards cards={active.map((role) => ({ ...role, icon: 'shield-check' }))} />
      {retired.length > 0 ? (
        <section className="mt-6">
          <h2 className="mb-2">Retirados</h2>
          <LinkCards cards={retired.map((role) => ({ ...role, icon: 'lock-keyhole' }))} />
        </section>
      ) : null}
    </>
  );
}
