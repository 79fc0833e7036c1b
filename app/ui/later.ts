import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadOnceThere } from './link.ts';

/**
 * A part whose code comes when it is first drawn. While the link is down it waits: a part that failed once stays failed for React,
 * which shows the page's error in place of the page.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadOnceThere(async () => ({ default: await load() })));
}
