import { Suspense, type ComponentProps } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { later } from '../../../ui/later.ts';
import type { ImagePicker } from './ImagePicker.tsx';

const Picker = later(async () => (await import('./ImagePicker.tsx')).ImagePicker);

/** The picker, loaded after the page: a read-only record needs none. A placeholder keeps its room. */
export function LazyImagePicker(props: ComponentProps<typeof ImagePicker>) {
  const waiting = (
    <div className="file-field">
      <Button icon="image-plus" disabled>
        {props.label}
      </Button>
    </div>
  );
  return (
    <Suspense fallback={waiting}>
      <Picker {...props} />
    </Suspense>
  );
}
