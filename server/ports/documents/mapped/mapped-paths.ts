import type { MappedCollection } from './mapping.ts';

/** Translates paths of documents and collections between the portal's names and the store's. */
export interface MappedPaths {
  toForeign(this: void, path: string): string;
  /** null if the portal has no name for it: a collection whose own name is taken by one mapped to another place. */
  toPortal(this: void, path: string): string | null;
  /** For a collection group. */
  groupToForeign(this: void, group: string): string;
  /** The mapping of the collection of a portal path. */
  collectionAt(this: void, path: string): MappedCollection | undefined;
}

/** @param collections those of one database */
export function mapPaths(collections: readonly MappedCollection[]): MappedPaths {
  const byKey = new Map(collections.map((collection) => [collection.key, collection]));
  const roots = collections
    .filter(({ key }) => !key.includes('/'))
    .map(({ key, collection }) => ({ key, segments: collection.split('/') }))
    .sort((one, other) => other.segments.length - one.segments.length);
  /** Names of subcollections: by portal key, and by the same key with the stored name. */
  const foreignBelow = new Map<string, string>();
  const portalBelow = new Map<string, string>();
  for (const { key, collection } of collections) {
    const cut = key.lastIndexOf('/');
    if (cut < 0) continue;
    foreignBelow.set(key, collection);
    portalBelow.set(`${key.slice(0, cut)}/${collection}`, key.slice(cut + 1));
  }

  const toForeign = (path: string): string => {
    const [root = '', ...rest] = path.split('/');
    let key = root;
    const below = rest.map((segment, index) => {
      if (index % 2 === 0) return segment;
      key = `${key}/${segment}`;
      return foreignBelow.get(key) ?? segment;
    });
    return [byKey.get(root)?.collection ?? root, ...below].join('/');
  };

  const toPortal = (path: string): string | null => {
    const segments = path.split('/');
    const mapped = roots.find((one) => one.segments.every((segment, index) => segments[index] === segment));
    const root = mapped?.key ?? segments[0] ?? '';
    if (!mapped && byKey.has(root)) return null;
    let key = root;
    const portal = [root];
    for (const [index, segment] of segments.slice(mapped?.segments.length ?? 1).entries()) {
      if (index % 2 === 0) portal.push(segment);
      else {
        const name = portalBelow.get(`${key}/${segment}`);
        if (name === undefined && foreignBelow.has(`${key}/${segment}`)) return null;
        key = `${key}/${name ?? segment}`;
        portal.push(name ?? segment);
      }
    }
    return portal.join('/');
  };

  return {
    toForeign,
    toPortal,
    groupToForeign(group) {
      const below = collections.find(({ key }) => key.endsWith(`/${group}`)) ?? byKey.get(group);
      return below ? below.collection.slice(below.collection.lastIndexOf('/') + 1) : group;
    },
    collectionAt(path) {
      const key = path
        .split('/')
        .filter((_segment, index) => index % 2 === 0)
        .join('/');
      return byKey.get(key);
    },
  };
}
