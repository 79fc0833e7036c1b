/** Parts of a record's history, by their name in addresses (`?story=`), with labels. */
export const STORY_PARTS = { changes: 'Cambios', custody: 'Custodia', openings: 'Aperturas' } as const;
export type StoryPart = keyof typeof STORY_PARTS;

export const STORY_ANCHOR = 'historia';

/** Which part of the history to show. */
export interface StoryQuery {
  /** null: everything. */
  part: StoryPart | null;
  /** Mark of the event to continue from (exclusive), '' for the newest. */
  before: string;
}

/** Longer than any mark, which consists of a time and an id. */
const MARK_MAX = 300;

/** Reads the address; an unknown part means everything. */
export function readStoryQuery({ searchParams }: Pick<URL, 'searchParams'>): StoryQuery {
  const part = searchParams.get('story') ?? '';
  return { part: isStoryPart(part) ? part : null, before: (searchParams.get('before') ?? '').slice(0, MARK_MAX).replaceAll('\0', '') };
}

function isStoryPart(text: string): text is StoryPart {
  return Object.hasOwn(STORY_PARTS, text);
}
