const SIGN_IN_NEEDED_HEADER = 'X-Sign-In';

/**
 * The server answers 401 to a page's data once the session has ended. Remix would show that as a broken response; a
 * read goes to the sign-in page instead and comes back afterwards. Writes pass through: leaving would lose what was typed.
 */
export function leaveWhenSessionEnds(): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const response = await plainFetch(input, init);
    const isRead = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase() === 'GET';
    const target = isRead && response.status === 401 ? response.headers.get(SIGN_IN_NEEDED_HEADER) : null;
    if (!target) return response;
    window.location.assign(target);
    // The page is being left: nothing should be drawn from this answer.
    return new Promise<Response>(() => undefined);
  };
}
