/*
 * Compiles src/ whenever it changes, into dist.dev/, and serves what was compiled: the service
 * restarts after a compilation without errors, and when a translation has changed. Ctrl+C ends both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, rmSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Editors write a file in steps, and another branch changes many files. */
const SETTLED_MILLISECONDS = 200;

const LOOK_MILLISECONDS = 200;

/** Among files that editors keep beside them. */
const SERVED_AS_IT_IS = /\.(?:css|js)$/;
const TRANSLATION = /\.(?:json|txt)$/;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const dist = join(root, 'dist.dev');
const main = join(dist, 'main.js');
const ts = findCompiler();

/** Whether dist.dev/ has changed since the service was restarted. */
let hasChanged = false;
let restarts = 0;
let isEnding = false;
let timer;
let service;

rmSync(dist, { recursive: true, force: true });
cpSync(src, dist, { recursive: true, filter: (file) => !file.endsWith('.ts') });
ts.createWatchProgram(compilerHost());
watch(src, { recursive: true }, (_event, name) => follow(name));
watch(join(root, 'i18n'), { recursive: true }, (_event, name) => {
  if (TRANSLATION.test(name)) restart();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(signal));
endWithShell();

function findCompiler() {
  try {
    return createRequire(import.meta.url)('typescript');
  } catch {
    process.stderr.write('TypeScript is not installed: run npm ci first.\n');
    process.exit(1);
  }
}

function compilerHost() {
  return ts.createWatchCompilerHost(
    join(root, 'tsconfig.build.json'),
    // As long as there are errors, the service stays as it was.
    { outDir: dist, declaration: false, noEmitOnError: true },
    {
      ...ts.sys,
      writeFile(...file) {
        hasChanged = true;
        ts.sys.writeFile(...file);
      },
    },
    ts.createEmitAndSemanticDiagnosticsBuilderProgram,
    tell,
    (status, _newLine, _options, errors) => {
      process.stderr.write(`${ts.flattenDiagnosticMessageText(status.messageText, '\n')}\n`);
      if (errors === 0 && hasChanged) restart();
    },
  );
}

function tell(error) {
  const { formatDiagnostics, formatDiagnosticsWithColorAndContext } = ts;
  const format = process.stderr.isTTY ? formatDiagnosticsWithColorAndContext : formatDiagnostics;
  process.stderr.write(
    format([error], {
      getCurrentDirectory: () => process.cwd(),
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  );
}

/** Does what the compiler does not: copies other files, and removes what is gone. */
function follow(name) {
  const file = join(src, name);
  const built = join(dist, name);
  if (!existsSync(file)) {
    hasChanged = true;
    for (const each of [built, built.replace(/\.ts$/, '.js'), built.replace(/\.ts$/, '.js.map')])
      rmSync(each, { recursive: true, force: true });
  } else if (SERVED_AS_IT_IS.test(name)) {
    cpSync(file, built);
    restart();
  }
}

function restart() {
  clearTimeout(timer);
  timer = setTimeout(() => void serve(), SETTLED_MILLISECONDS);
}

async function serve() {
  const own = ++restarts;
  await endService('SIGTERM');
  const isNewest = own === restarts;
  if (!isNewest || isEnding || !existsSync(main)) return;
  hasChanged = false;
  service = spawn(process.execPath, [main], { stdio: 'inherit' });
}

/** Its port is free after that. */
async function endService(signal) {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  service.kill(signal);
  await once(service, 'exit');
}

async function end(signal) {
  isEnding = true;
  await endService(signal);
  process.exit(0);
}

/** A signal to npm ends the shell in which npm runs this, and only that. */
function endWithShell() {
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => {
    if (process.ppid !== shell) void end('SIGTERM');
  }, LOOK_MILLISECONDS);
}
