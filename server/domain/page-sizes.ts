/** Rows per page of a list that a person may choose. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
