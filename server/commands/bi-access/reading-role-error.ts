/** Why access was not given or taken: a Spanish sentence for the operator. Nothing was changed, unless it says so. */
export class ReadingRoleError extends Error {
  override name = 'ReadingRoleError';
}
