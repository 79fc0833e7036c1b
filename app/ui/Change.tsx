import { Icon } from './Icon.tsx';

interface ChangeProps {
  direction: 'down' | 'same' | 'up';
  text: string;
}

const ARROWS = { up: 'arrow-up', down: 'arrow-down', same: 'minus' } as const;

/** How a number compares with an earlier one. */
export function Change({ direction, text }: ChangeProps) {
  return (
    <span className="whitespace-nowrap">
      <Icon name={ARROWS[direction]} className="me-1 size-3.5" />
      <span className="font-medium text-base-content">{text}</span>
    </span>
  );
}
