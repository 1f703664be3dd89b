/** An exception past all code (apps/server/src/process-errors.ts), or a failure of Node itself: what is stored is whole, and a new process goes on. */
const RESTARTED = { codes: [70], signals: ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'] };

export function supervise(start, { shortestRunMs, report }) {
  let child;
  const ended = new Promise((resolve) => {
    const run = () => {
      const startMs = performance.now();
      child = start();
      child.on('exit', (code, signal) => {
        if (signal) report(`The process ${child.pid} was ended by ${signal}.`);
        const isFailure = RESTARTED.codes.includes(code) || RESTARTED.signals.includes(signal);
        if (!isFailure || performance.now() - startMs < shortestRunMs) return resolve(code ?? 1);
        report('Solvane starts again.');
        run();
      });
    };
    run();
  });
  return { kill: (signal) => child.kill(signal), ended };
}
