import { normalizeForSearch } from '../../../domain/normalize.ts';

/** A document type of a matrix of permissions. */
export interface MatrixType {
  /** `typeKey` of category and type. */
  key: string;
  name: string;
  /** Cannot be given any more: deleted, or of another category by now. */
  isGone: boolean;
}

/** Rows of a matrix under one heading. */
export interface MatrixCategory {
  id: string;
  name: string;
  types: MatrixType[];
}

/** Whole categories whose name contains the text, else the types whose names do; everything for an empty text. */
export function matchTypes(matrix: readonly MatrixCategory[], text: string): MatrixCategory[] {
  const wanted = normalizeForSearch(text);
  if (wanted === '') return [...matrix];
  const matches = (name: string) => normalizeForSearch(name).includes(wanted);
  return matrix
    .map((category) => (matches(category.name) ? category : { ...category, types: category.types.filter(({ name }) => matches(name)) }))
    .filter(({ types }) => types.length > 0);
}
