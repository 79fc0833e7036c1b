import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';

const run = promisify(execFile);
const OUTPUT_BYTES = 32 * 1024 * 1024;

export interface Image {
  /** Folder that stands for `/` of the last stage. */
  root: string;
  /** The WORKDIR, as a path below `root`. */
  directory: string;
  user: string;
  labels: string;
  /** The CMD. */
  command: string[];
  healthcheck: string;
}

/**
 * Does what `docker build` does with our Dockerfile, without Docker: each stage is a folder below `target`, COPY respects .dockerignore,
 * RUN runs in the stage's folder. @throws at an unknown instruction
 */
export async function followDockerfile(context: string, target: string, given: Readonly<Record<string, string>>): Promise<Image> {
  const text = await readFile(path.join(context, 'Dockerfile'), 'utf8');
  const ignored = (await readFile(path.join(context, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  const stages = new Map<string, string>();
  const environment: Record<string, string> = {};
  let image: Image = { root: '', directory: '', user: 'root', labels: '', command: [], healthcheck: '' };

  const source = async (from: string | undefined, name: string): Promise<string[]> => {
    const base = from === undefined ? context : path.join(stages.get(from) ?? '', path.dirname(name));
    if (from === undefined && name !== '.') return [path.join(context, name)];
    if (from === undefined)
      return (await readdir(context)).filter((entry) => !ignored.includes(entry)).map((entry) => path.join(context, entry));
    const wanted = new RegExp(`^${path.basename(name).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    return (await readdir(base)).filter((entry) => wanted.test(entry)).map((entry) => path.join(base, entry));
  };
  const copy = async (rest: string) => {
    const words = rest.split(/\s+/);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const names = words.filter((word) => !word.startsWith('--'));
    const place = names.pop() ?? '';
    const to = place.startsWith('/') ? path.join(image.root, place) : path.join(image.directory, place);
    await mkdir(to, { recursive: true });
    for (const name of names) {
      const found = await source(from, name);
      if (found.length === 0) throw new Error(`COPY ${rest}: nothing is there`);
      for (const one of found) {
        // COPY of a named folder copies its contents; `COPY .` copies the entries of the context as they are.
        const spread = (await stat(one)).isDirectory() && name !== '.';
        await cp(one, spread ? to : path.join(to, path.basename(one)), { recursive: true, verbatimSymlinks: true });
      }
    }
  };

  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const [, name = `stage-${stages.size}`] = / AS (\S+)$/.exec(rest) ?? [];
      const root = path.join(target, name);
      stages.set(name, root);
      image = { root, directory: root, user: 'root', labels: '', command: [], healthcheck: '' };
    } else if (instruction === 'WORKDIR') {
      image.directory = path.join(image.root, rest);
      await mkdir(image.directory, { recursive: true });
    } else if (instruction === 'COPY') await copy(rest);
    else if (instruction === 'ARG')
      for (const name of rest.split(' ')) environment[name.split('=')[0] ?? ''] = given[name.split('=')[0] ?? ''] ?? '';
    else if (instruction === 'RUN') {
      await run('sh', ['-ec', rest], {
        cwd: image.directory,
        maxBuffer: OUTPUT_BYTES,
        // With a test's own `NODE_ENV=production` npm would leave out the build tools.
        env: { ...process.env, NODE_ENV: 'development', ...environment },
      });
    } else if (instruction === 'LABEL') image.labels += rest.replace(/\$(\w+)/g, (_, name: string) => environment[name] ?? '');
    else if (instruction === 'CMD') image.command = JSON.parse(rest) as string[];
    else if (instruction === 'HEALTHCHECK') image.healthcheck = rest;
    else if (instruction === 'USER') image.user = rest;
    else if (line !== '' && !line.startsWith('#') && !['ENV', 'EXPOSE'].includes(instruction)) throw new Error(`not followed: ${line}`);
  }
  return image;
}

/** The bin folder of a Node of that major version: one that .ci/smoke fetched, or the running one; null if there is none. */
export async function findNode(major: number): Promise<string | null> {
  const tools = process.env['PORTAL_TOOLS_DIR'] ?? path.join(process.env['HOME'] ?? '', '.cache', 'portal-tools');
  const found = (await readdir(tools).catch(() => [])).find((name) => name.startsWith(`node-${major}.`));
  const bin = found && path.join(tools, found, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  if (bin && (await stat(path.join(bin, 'node')).catch(() => null))) return bin;
  const own = process.versions.node.startsWith(`${major}.`) ? findProgram('node') : null;
  return own && path.dirname(own);
}
