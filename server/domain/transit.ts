/** Whole days after which a package that nobody has received counts as late: papers go by courier from one working day to the next. */
export const LATE_AFTER_DAYS = 3;

/** For whom a package is that names nobody. */
export const ANYBODY = 'Cualquiera';
