import { officeTime, pad, type DemoFile, type DemoPerson } from './demo-data.ts';
import type { Random } from './random.ts';
import { DOCUMENT_TYPES, FILE_KINDS, FOLDERS } from './vocabulary.ts';

const COUNT = 3_000;

/** Files of the Maletín in folders of the people who uploaded them; folder and type follow from the kind of file. */
export function makeFiles(
  random: Random,
  {
    people,
    today,
    folderIds,
    typeIds,
  }: { people: readonly DemoPerson[]; today: Date; folderIds: readonly string[]; typeIds: readonly string[] },
): DemoFile[] {
  const uploaders = people.filter((person) => person.folders.length > 0);
  const kindsIn = new Map(
    FOLDERS.map(([name], index) => [
      folderIds[index] ?? '',
      FILE_KINDS.filter(({ folders }) => folders.includes(name)).map((kind) => [kind, kind.extension === 'pdf' ? 2 : 1] as const),
    ]),
  );
  const typeOf = new Map(DOCUMENT_TYPES.map(([name], index) => [name, typeIds[index] ?? '']));
  return Array.from({ length: COUNT }, (_unused, index) => {
    const owner = random.pick(uploaders);
    const at = officeTime(random, today);
    const folderId = random.pick(owner.folders);
    const kind = random.weighted(kindsIn.get(folderId) ?? []);
    return {
      id: `archivo-${pad(index + 1, 4)}`,
      nombre: `${kind.stem} ${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1, 2)} ${pad(index + 1, 4)}.${kind.extension}`,
      kind,
      folderId,
      typeId: typeOf.get(kind.type) ?? '',
      owner,
      at,
    };
  });
}
