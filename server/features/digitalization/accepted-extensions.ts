import type { DocumentStore } from '../../documents/document-store.ts';
import { constantList, readConstantItems } from '../../domain/constants.ts';
import { isProgramExtension } from '../../domain/file-types.ts';

/** Endings that Configuración names for all types (extensionTypes); none: any. */
export async function readExtensionTypes(store: Pick<DocumentStore, 'get'>): Promise<string[]> {
  const list = constantList('extensionTypes');
  const stored = list && (await store.get(`constantes/${list.id}`));
  return stored ? readConstantItems(list, stored.data['items']).map(({ id }) => id.replace(/^\.+/, '').toLowerCase()) : [];
}

/**
 * Endings that documents of a type take: its own as far as Configuración names them, all of those where it has none. Empty takes any
 * file; null: nothing that the type takes is on the list, where programs do not count. What a file is, its content decides besides.
 */
export function acceptedExtensions(own: readonly string[], listed: readonly string[]): string[] | null {
  if (listed.length === 0) return [...own];
  const safe = listed.filter((extension) => !isProgramExtension(extension));
  const both = own.length === 0 ? safe : own.filter((extension) => safe.includes(extension));
  return both.length === 0 ? null : both;
}
