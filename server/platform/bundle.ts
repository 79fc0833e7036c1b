/**
 * In the environment of processes that were started from a bundle (commands/demo/bundle-scripts.ts): its folder, where the
 * scripts of further processes are found. Not configuration: whoever makes the bundle sets it.
 */
export const BUNDLE_VARIABLE = 'PORTAL_BUNDLE';
