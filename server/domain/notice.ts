import type { MenuId } from './menu.ts';

/** The result of an action, shown on the next page. */
export interface Notice {
  kind: 'success' | 'error';
  /** One Spanish sentence: "Se guardó la agencia «Zona 1»." */
  text: string;
  undo?: Undo;
  /** Id of a bulk act, whose page lists the records it could not change. */
  run?: string;
}

/**
 * How to take an action back («Deshacer»). It only names records or a bulk act, so it can only restore; code builds the form from it
 * (app/screens/shell/undo-form.ts).
 */
export type Undo =
  /** Records of this menu's list: a catalog, the Maletín or digitized documents. */
  | { restores: 'records'; menu: MenuId; ids: readonly string[] }
  | { restores: 'service'; id: string }
  | { restores: 'product' | 'photo'; serviceId: string; id: string }
  | { restores: 'user' | 'view'; id: string }
  /** Access to a folder, or a required reading, of a person or rule named by «kind:id». */
  | { restores: 'access'; of: 'folder' | 'reading'; id: string; to: string }
  /** Returns digitized documents to their holder and place before the assignment. */
  | { restores: 'assignment'; ids: readonly string[] }
  /** A bulk act: each record gets its previous values back. */
  | { restores: 'bulk'; id: string }
  /** A record's position in its list: that of the menu, or a service's products or photos. */
  | { restores: 'place'; menu: MenuId; serviceId: string; list: 'records' | 'product' | 'photo'; id: string; afterId: string };
