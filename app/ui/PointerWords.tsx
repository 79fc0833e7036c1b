/** What to do, for who points with a mouse and for who touches the screen. */
export function PointerWords({ mouse, touch }: { mouse: string; touch: string }) {
  return (
    <>
      <span className="pointer-coarse:hidden">{mouse}</span>
      <span className="hidden pointer-coarse:inline">{touch}</span>
    </>
  );
}
