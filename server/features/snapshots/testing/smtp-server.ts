import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterFile } from '../../../testing/after-file.ts';

/** How the server behaves for the next messages. */
export type SmtpMood =
  | 'takes'
  /** Temporarily rejects each recipient. */
  | 'refuses'
  /** Permanently rejects each recipient. */
  | 'knows nobody'
  /** Accepts the connection and says nothing. */
  | 'hangs'
  /** Takes the message without acknowledging it. */
  | 'swallows';

interface ReceivedMail {
  to: string;
  messageId: string;
  /** The message as it arrived, headers included. */
  source: string;
}

export interface SmtpServer {
  url: string;
  /** Messages that were received completely. */
  mails: ReceivedMail[];
  mood: SmtpMood;
  /** Called when a recipient is named, to simulate a crash of the sender in the middle of a message. */
  onRecipient: (() => void) | null;
  connections: number;
}

/** A mail server for tests, with as much SMTP as one message needs. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const state: SmtpServer = { url: '', mails: [], mood: 'takes', onRecipient: null, connections: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    state.connections += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (state.mood !== 'hangs') converse(socket, state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Short time-outs: waiting for the portal's own ten seconds would prove no more.
  state.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?greetingTimeout=1000&socketTimeout=1000`;
  afterFile(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return state;
}

function converse(socket: Socket, state: SmtpServer): void {
  let pending = '';
  let to = '';
  let source: string | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string) => {
    if (line.startsWith('RCPT')) {
      to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      state.onRecipient?.();
      say(state.mood === 'refuses' ? '450 later' : state.mood === 'knows nobody' ? '550 no such mailbox' : '250 ok');
    } else if (line === 'DATA') {
      source = '';
      say('354 go on');
    } else if (line === 'QUIT') socket.end('221 bye\r\n');
    else say('250 ok');
  };
  say('220 test ESMTP');
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (source === null) command(line);
      else if (line !== '.') source += `${line}\r\n`;
      else {
        state.mails.push({ to, source, messageId: /^message-id: *(.+)$/im.exec(source)?.[1]?.trim() ?? '' });
        source = null;
        if (state.mood !== 'swallows') say('250 queued');
      }
    }
  });
}
