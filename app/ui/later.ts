import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadWhenOnline } from './link.ts';

/**
 * A lazy component that waits while the link is down: React keeps a failed lazy component failed and would show the page's error in place
 * of the page.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadWhenOnline(async () => ({ default: await load() })));
}
