import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import process from 'node:process';

/**
 * The Auth emulator of firebase-tools without its command line, which takes as much of a processor to load as the emulator itself.
 * Arguments: the package.json beside firebase-tools, host. Tells the port at which it gives each project, asked for as `/<project>`,
 * a port of its own: the emulator knows one project for all API keys, and to make one takes seconds of a processor. Ends with whoever
 * started it.
 */
const [tools, host] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const emulator = (part) => createRequire(tools)(`firebase-tools/lib/emulator/auth/${part}`);
const { createApp } = emulator('server');
const { AgentProjectState } = emulator('state');

const WHOEVER_ASKS = 'demo-whoever-asks';
const asking = new AsyncLocalStorage();
class Projects extends Map {
  get(project) {
    return super.get(project === WHOEVER_ASKS ? asking.getStore() : project);
  }
}
const projects = new Projects();
const app = await createApp(WHOEVER_ASKS, undefined, projects);

function listen(answer, then) {
  const server = createServer(answer).listen(0, host, () => then(server.address().port));
}

listen(
  ({ url }, response) => {
    const project = url.slice(1);
    projects.set(project, new AgentProjectState(project));
    listen(
      (request, answer) => asking.run(project, () => app(request, answer)),
      (port) => response.end(`${host}:${port}`),
    );
  },
  (port) => process.send?.(port),
);
