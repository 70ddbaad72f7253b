// A product of another commit, or of a folder with another state of the source: checked out, installed, built and started beside this one.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@lyceum/kit/test/wait'
import { freePorts } from '../../flows/start.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Started = { url: string; of: string; stop(): Promise<void> }

/** Makes of the source in `folder` what a product runs on. */
export function build(folder: string, node: string): void {
  // older ones have it in deploy
  const generate = ['tools/generate.mjs', 'deploy/generate.mjs'].find((file) => existsSync(join(folder, file)))!
  for (const script of [[generate], ['web/build.mjs', '--if-stale']]) execFileSync(node, script, { cwd: folder, stdio: 'inherit' })
}

/** Starts of a product on a busy machine before it is given up. */
const mostStarts = 3

/** `at`: the address of a product that runs, a folder with the source, or what git calls a commit. */
export async function startOlder(at: string): Promise<Started> {
  if (/^https?:/.test(at)) return { url: at.replace(/\/$/, ''), of: at, stop: async () => {} }
  const given = existsSync(at) && statSync(at).isDirectory()
  const folder = given ? at : checkedOut(at)
  const removeSource = () => {
    if (!given) execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
  }
  try {
    const node = join(folder, 'node_modules/.bin/node')
    build(folder, node)
    for (let tries = 1; ; tries++) {
      const running = await startIn(folder, node)
      if (!running && tries < mostStarts) continue
      if (!running) throw new Error(`the product in ${folder} ended ${mostStarts} times before it answered`)
      const of = given ? at : execFileSync('git', ['log', '-1', '--format=%h %cs %s', at], { cwd: root, encoding: 'utf8' }).trim()
      return {
        url: running.url,
        of,
        stop: async () => {
          await running.stop()
          removeSource()
        },
      }
    }
  } catch (error) {
    removeSource()
    throw error
  }
}

/** undefined: it ended before it answered, as on a machine too busy for its database. Its output is printed. */
async function startIn(folder: string, node: string): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const home = mkdtempSync(join(tmpdir(), 'lyceum-shots-'))
  const port = await freePorts(2)
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: `${port}`,
    BYTES_PORT: `${port + 1}`,
    LYCEUM_HOME: home,
    LYCEUM_DEMO: 'true',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const main = ['runtime/main.ts', 'services/main.ts'].find((file) => existsSync(join(folder, file))) ?? ''
  const child = spawn(node, [main, '--target=all'], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] })
  let running = true
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => {
    running = false
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  // until it listens, the connection is refused
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    )
  const answers = await until(async () => (running ? await isReady() : 'ended'), 480_000, 500).catch(() => 'late')
  if (answers === true) return { url, stop }
  await stop()
  return undefined
}

type Lock = { packages: Record<string, { version?: string }> }
const lockIn = (folder: string) => (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock).packages

/** A worktree of the commit with its libraries: ours by hard links where they hold all of them, else installed. */
function checkedOut(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'lyceum-before-')), 'source')
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', folder, commit], { cwd: root })
  const ours = lockIn(root)
  const isOurs = ([path, { version }]: [string, { version?: string }]) => !path.includes('node_modules/') || ours[path]?.version === version
  if (!Object.entries(lockIn(folder)).every(isOurs)) execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' })
  else
    for (const modules of ['node_modules', ...globSync('{kit,proto,bff,web,services/*}/node_modules', { cwd: root })])
      execFileSync('cp', ['-al', join(root, modules), join(folder, modules)])
  return folder
}
