import { Suspense, type ComponentProps } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { later } from '../../../ui/later.ts';
import type { ImagePicker } from './ImagePicker.tsx';

const Picker = later(async () => (await import('./ImagePicker.tsx')).ImagePicker);

/** The picker, whose code comes after the page: a record that is only read has none. Its room is kept. */
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
