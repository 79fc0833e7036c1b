import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeRooms, graphOfRooms, readImports, ROOT } from './rooms.ts';

const HEAD = `# Rooms and what they import

Generated from all imports between production files, types included (\`npm run rooms\`), and from what each room says of itself
(\`tests/house/house.ts\`); a test compares. A room's level is one above the highest room that it imports. No import leads
upward or in a circle, and no file imports itself through others. From kernels and features, screens import only types, and values of
\`domain\` folders. What each wing is for: [architecture](architecture.md). [Decision 001](decisions/001-rooms.md), [decision 089](decisions/089-layout.md).

`;

writeFileSync(path.join(ROOT, 'docs/rooms.md'), HEAD + describeRooms(graphOfRooms(readImports())));
