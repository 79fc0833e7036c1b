/** Instructions that differ between mouse and touch screen. */
export function PointerWords({ mouse, touch }: { mouse: string; touch: string }) {
  return (
    <>
      <span className="pointer-coarse:hidden">{mouse}</span>
      <span className="hidden pointer-coarse:inline">{touch}</span>
    </>
  );
}
