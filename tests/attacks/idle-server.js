import { createServer } from 'node:http';
import process from 'node:process';

/** A process that has nothing to do but answer: what it takes is the machine's doing. Ends with whoever started it. */
const server = createServer((_request, response) => response.end());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('disconnect', () => process.exit());
