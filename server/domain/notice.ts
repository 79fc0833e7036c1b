import type { MenuId } from './menu.ts';

/** What an action did, told on the next page. */
export interface Notice {
  kind: 'success' | 'error';
  /** One Spanish sentence: "Se guardó la agencia «Zona 1»." */
  text: string;
  undo?: Undo;
  /** Id of an act on many records, whose page says with which of them it could not be done. */
  run?: string;
}

/**
 * The way back from what was done ("Deshacer"). It names records, or an act on many, and nothing else: it can only restore, and code
 * makes the form from it (app/screens/shell/undo-form.ts).
 */
export type Undo =
  /** Of the list of this menu: a catalog, the Maletín or digitized documents. */
  | { restores: 'records'; menu: MenuId; ids: readonly string[] }
  | { restores: 'service'; id: string }
  | { restores: 'product' | 'photo'; serviceId: string; id: string }
  | { restores: 'user' | 'view'; id: string }
  /** The access to a folder, or the reading of a file that was asked, of «kind:id». */
  | { restores: 'access'; of: 'folder' | 'reading'; id: string; to: string }
  /** Digitized documents to whom, and where, they were before they were assigned. */
  | { restores: 'assignment'; ids: readonly string[] }
  /** An act on many records: each is given back what it held. */
  | { restores: 'bulk'; id: string }
  /** The place of a record in its list: that of this menu, or what a service holds. */
  | { restores: 'place'; menu: MenuId; serviceId: string; list: 'records' | 'product' | 'photo'; id: string; afterId: string };
