/** Parts of what is told of a record, as addresses name them (`?story=`), and as people do. */
export const STORY_PARTS = { changes: 'Cambios', custody: 'Custodia', openings: 'Aperturas' } as const;
export type StoryPart = keyof typeof STORY_PARTS;

export const STORY_ANCHOR = 'historia';

/** Which of it is asked for. */
export interface StoryAsk {
  /** null: everything. */
  part: StoryPart | null;
  /** Mark of the event before which to go on, '' for the newest. */
  before: string;
}

/** Longer than every mark: that of an event is its time and an id. */
const MARK_MAX = 300;

/** Out of an address; what it does not know asks for everything. */
export function readStoryAsk({ searchParams }: Pick<URL, 'searchParams'>): StoryAsk {
  const part = searchParams.get('story') ?? '';
  return { part: isStoryPart(part) ? part : null, before: (searchParams.get('before') ?? '').slice(0, MARK_MAX).replaceAll('\0', '') };
}

function isStoryPart(text: string): text is StoryPart {
  return Object.hasOwn(STORY_PARTS, text);
}
