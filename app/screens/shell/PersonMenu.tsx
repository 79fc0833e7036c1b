import { EXPORTS_URL } from '#server/domain/large-exports.ts';
import { Menu, MenuLink } from '#app/ui/Menu.tsx';
import { ThemeChoice } from '../account/PreferenceChoices.tsx';
import type { ShellData } from './shell-data.ts';
import { Icon } from '../../ui/Icon.tsx';

/** The signed-in person, their display settings, and signing out. Plain POST forms: works without JavaScript. */
export function PersonMenu({ staff }: { staff: ShellData['staff'] }) {
  return (
    <Menu
      title={`Cuenta de ${staff.name}`}
      className="btn btn-quiet btn-circle"
      label={
        <span className="grid size-8 place-items-center rounded-full bg-primary text-xs font-semibold text-primary-content">
          {initialsOf(staff.name)}
        </span>
      }
    >
      <div className="w-60">
        <div className="border-b border-line px-2.5 pt-1 pb-2">
          <p className="truncate font-semibold">{staff.name}</p>
          <p className="truncate text-muted">{staff.email}</p>
          <p className="text-muted">{staff.roleTitle}</p>
        </div>
        <div className="border-b border-line">
          <ThemeChoice theme={staff.theme} />
        </div>
        <div className="pt-1">
          <MenuLink href="/account">
            <Icon name="user-round" />
            Mi cuenta
          </MenuLink>
          <MenuLink href={EXPORTS_URL}>
            <Icon name="download" />
            Mis exportaciones
          </MenuLink>
          <form method="post" action="/logout">
            <button type="submit" className="drop-item">
              <Icon name="log-out" />
              Cerrar sesión
            </button>
          </form>
        </div>
      </div>
    </Menu>
  );
}

/** `María José Tzoc` → `MT`: initials of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? (Array.from(word)[0] ?? '') : ''));
  return letters.join('').toLocaleUpperCase('es') || '?';
}
