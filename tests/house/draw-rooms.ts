import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeRooms, graphOfRooms, readImports, ROOT } from './rooms.ts';

const HEAD = `# Rooms and what they import

Drawn from all imports between files of production, types included (\`npm run rooms\`); a test compares. A room's level is
one more than that of the highest room that it imports; no arrow runs upward and none in a circle. What each room is for:
[architecture](architecture.md) and [decision 001](decisions/001-rooms.md).

`;

writeFileSync(path.join(ROOT, 'docs/rooms.md'), HEAD + describeRooms(graphOfRooms(readImports())));
