import type { Staff } from '#server/domain/permissions.ts';
import type { ToastContent } from '../../ui/Toast.tsx';
import type { MenuState } from './menu-state.ts';

/** What the shell's loader gives to everything around the page. */
export interface ShellData {
  cooperativeName: string;
  /** Address of the cooperative's logo; null shows the portal's sign. */
  logo: string | null;
  staff: Pick<Staff, 'name' | 'email' | 'roleTitle' | 'theme' | 'pageSize'>;
  /** Ids of the menu entries that this person may open; what they are, the browser knows. */
  menus: string[];
  menuState: MenuState;
  /** Text of the time up to which lists are complete; null when it cannot be told now. */
  freshness: { at: string; delayed: boolean } | null;
  /** What the last action did; shown once. */
  toast: ToastContent | null;
}
