import { describe } from 'vitest';
import { startApiServer } from './testing/api-server.ts';
import { describeUsersApi } from './users-api.contract.ts';

describe('people on the embedded store', () => describeUsersApi(() => startApiServer(), { rounds: 20 }));
