import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Standard input and output of this process. Piped input is read line by line, so that a password can come from a file. */
export interface Terminal {
  print(line: string): void;
  status(text: string): void;
  ask(question: string, options: { hidden: boolean }): Promise<string>;
}

export function openTerminal(): Terminal {
  const { stdin, stdout } = process;
  let isStatusShown = false;
  let pipedLines: AsyncIterator<string> | undefined;
  const clearStatus = (): void => {
    if (isStatusShown) stdout.write('\r\u001b[K');
    isStatusShown = false;
  };
  return {
    print: (line) => {
      clearStatus();
      stdout.write(`${line}\n`);
    },
    status: (text) => {
      if (!stdout.isTTY) return;
      clearStatus();
      stdout.write(text);
      isStatusShown = true;
    },
    ask: async (question, { hidden }) => {
      clearStatus();
      if (!stdin.isTTY) {
        pipedLines ??= createInterface({ input: stdin })[Symbol.asyncIterator]();
        const { value } = await pipedLines.next();
        return value ?? '';
      }
      stdout.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({ input: stdin, output: hidden ? silent : stdout, terminal: true });
      const answer = await new Promise<string>((resolve) => reader.question('', resolve));
      reader.close();
      if (hidden) stdout.write('\n');
      return answer;
    },
  };
}
