import ShieldCheck from 'lucide-react/icons/shield-check';
import { PageHead } from '../../ui/PageHead.tsx';
import { ROLES_URL } from './role-links.ts';
import type { RoleCard } from './role-data.ts';

/** The roles to choose from, each with what it sees and how many people it concerns. */
export function RoleCards({ roles }: { roles: readonly RoleCard[] }) {
  return (
    <>
      <PageHead title="Roles" subtitle="Qué pantallas ve cada rol. Quien no ve una pantalla tampoco puede usarla por su dirección." />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3" data-nav="">
        {roles.map((role) => (
          <li key={role.id} className="surface relative flex gap-3 p-3.5 transition-colors hover:border-control">
            <span className="grid size-9 flex-none place-items-center rounded-field bg-primary-soft text-primary">
              <ShieldCheck size={18} aria-hidden />
            </span>
            <div className="min-w-0">
              <h2 className="text-[0.875rem]">
                <a
                  href={`${ROLES_URL}/${encodeURIComponent(role.id)}`}
                  className="font-semibold after:absolute after:inset-0 after:rounded-box"
                >
                  {role.title}
                </a>
              </h2>
              <p className="tabular text-muted">{role.people}</p>
              <p className="mt-1">{role.summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
