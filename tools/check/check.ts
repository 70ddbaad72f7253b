// npm run check: all checks that need no running product, or those with one of the arguments in their name, as in `npm run check -- words format`.
// Also the first tier of npm test.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { limitConcurrency } from '../../kit/src/limit-concurrency.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
// tools start with `node` from PATH, which must be this one
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`, NO_COLOR: '1' }

type Check = { name: string; command: string; args: string[]; cwd?: string }
const node = (file: string, ...args: string[]) => ({ command: process.execPath, args: [join(root, file), ...args] })
const buf = 'node_modules/@bufbuild/buf/bin/buf'

/** The commit that facts are compared with: the last one; without changes since, the one before it. Undefined without a repository. */
async function protoBase(): Promise<string | undefined> {
  const git = (...args: string[]) =>
    run('git', args, { cwd: root }).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    )
  const clean = (await git('status', '--porcelain', '--', 'proto')) === ''
  const base = await git('rev-parse', '--verify', '-q', clean ? 'HEAD~1' : 'HEAD')
  return base && (await git('ls-tree', '-r', '--name-only', base, 'proto'))?.includes('.proto') ? base : undefined
}

const base = await protoBase()
/** With several checkers each infers the types of Prisma's models anew: twice the processor seconds, and no sooner on two cores. */
const tsc = (project: string) => node('node_modules/typescript/bin/tsc', '--singleThreaded', '-p', project)
const wanted = process.argv.slice(2)
const all: Check[] = [
  { name: 'types of the server', ...tsc('.') },
  { name: 'types of the page', ...tsc('web') },
  {
    name: 'format and lint',
    ...node('node_modules/@biomejs/biome/bin/biome', 'check', '--diagnostic-level=error', '--max-diagnostics=20'),
  },
  { name: 'boundaries', ...node('tools/check/boundaries.ts') },
  { name: 'words of names, comments and titles', ...node('tools/check/words.ts') },
  { name: 'lengths of files', ...node('tools/check/lengths.ts') },
  { name: 'texts of the page', ...node('tools/check/page-texts.ts') },
  { name: 'nothing unused', ...node('node_modules/knip/bin/knip.js', '--no-progress') },
  { name: 'facts: buf lint', ...node(buf, 'lint'), cwd: join(root, 'proto') },
  { name: 'lock file', ...node('tools/check/lock.ts', '--check') },
  ...(base ? [{ name: 'facts: buf breaking', ...node(buf, 'breaking', 'proto', '--against', `.git#ref=${base},subdir=proto`) }] : []),
  ...[
    { name: 'docs of the facts are fresh', ...node('tools/docs/events-doc.mjs', '--check') },
    { name: 'figures of the README are fresh', ...node('tools/docs/spec-figures.ts', '--check') },
    { name: 'dashboards and alerts are fresh', ...node('deploy/monitoring/monitoring.ts', '--check') },
    { name: 'settings are documented', ...node('tools/docs/settings.ts', '--check') },
    { name: 'documents name files that exist', ...node('tools/check/doc-paths.ts') },
    { name: 'texts in six languages', ...node('tools/i18n/i18n.ts', 'check') },
    { name: 'notices are fresh', ...node('tools/docs/notices.mjs', '--check') },
  ].filter(({ args }) => existsSync(args[0] ?? '')),
]
const unknown = wanted.find((word) => !all.some(({ name }) => name.includes(word)))
if (unknown) {
  console.error(`no check has ${unknown} in its name: ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const checks = wanted.length === 0 ? all : all.filter(({ name }) => wanted.some((word) => name.includes(word)))

let failed = 0
async function runCheck({ name, command, args, cwd = root }: Check): Promise<void> {
  const started = performance.now()
  const wrong = await run(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }).then(
    () => undefined,
    (error: { stdout?: string; stderr?: string; message: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message,
  )
  if (wrong !== undefined) failed++
  console.log(`${wrong === undefined ? 'ok    ' : 'FAILED'} ${name} (${Math.round(performance.now() - started)} ms)`)
  if (wrong !== undefined)
    console.log(
      wrong
        .split('\n')
        .slice(-120)
        .map((line) => `       ${line}`)
        .join('\n'),
    )
}

// one for each core of the usual machines; each result is printed when it is there
const twoAtATime = limitConcurrency(2)
await Promise.all(checks.map((check) => twoAtATime(() => runCheck(check))))
console.log(`${checks.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
