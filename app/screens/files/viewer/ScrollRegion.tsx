import { forwardRef, type HTMLAttributes } from 'react';

interface ScrollRegionProps extends HTMLAttributes<HTMLDivElement> {
  'aria-label': string;
}

/** A region that may overflow: it is focusable, so that keys scroll it. */
export const ScrollRegion = forwardRef<HTMLDivElement, ScrollRegionProps>(function ScrollRegion(props, ref) {
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <div ref={ref} role="region" tabIndex={0} {...props} />;
});
