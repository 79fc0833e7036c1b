import { fileExtension } from '#server/domain/files-vocabulary.ts';
import { withoutAccents } from '#server/domain/text.ts';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { reasonToRefuse, type FileFacts } from '../files/upload-target.ts';

type DocumentType = UploadChoices['documentTypes'][number];

/** Shorter words do not identify a kind of document. */
const WORD_LETTERS = 4;
/** Enough of a name to contain the word that identifies it. */
const NAME_LETTERS = 200;

/**
 * The default document type of a file, '' when none accepts it. Candidates accept its extension (that of its content, if the name says
 * another) and its size; among them, in this order: the type that filters the list; one whose name shares a word with the file's; the one
 * with the fewest extensions, as the most specific; the first by name. docs/decisions/030-upload-workbench.md
 */
export function suggestType(file: FileFacts, types: readonly DocumentType[], filteredBy: string): string {
  const extension = file.contradiction?.extension || fileExtension(file.name);
  const named = { name: `x.${extension}`, size: Math.max(1, file.size) };
  const taking = types.filter((type) => reasonToRefuse(extension === '' ? { ...named, name: 'x' } : named, type) === null);
  const words = wordsOf(file.name);
  const rank = (type: DocumentType): number[] => [
    type.id === filteredBy ? 0 : 1,
    wordsOf(type.name).some((word) => words.some((other) => isSame(word, other))) ? 0 : 1,
    type.extensions.length === 0 ? Infinity : type.extensions.length,
  ];
  const [best] = taking.map((type) => ({ type, rank: rank(type) })).sort((a, b) => compare(a.rank, b.rank));
  return best?.type.id ?? '';
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}

function wordsOf(name: string): string[] {
  const plain = withoutAccents(name.slice(0, NAME_LETTERS)).toLowerCase();
  return plain.split(/[^a-z]+/).filter((word) => word.length >= WORD_LETTERS);
}

/** Treats singular and plural as equal: «Contratos» and «contrato», «Imágenes» and «imagen». */
function isSame(one: string, other: string): boolean {
  return stemOf(one) === stemOf(other);
}

function stemOf(word: string): string {
  return word.endsWith('s') ? word.replace(/e?s$/, '').replace(/e$/, '') : word.replace(/e$/, '');
}
