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

/** `at`: a folder with the source, or what git calls a commit. */
export async function startOlder(at: string): Promise<Started> {
  const given = existsSync(at) && statSync(at).isDirectory()
  const folder = given ? at : checkedOut(at)
  const home = mkdtempSync(join(tmpdir(), 'lyceum-shots-'))
  const node = join(folder, 'node_modules/.bin/node')
  const run = (...what: string[]) => execFileSync(node, what, { cwd: folder, stdio: 'inherit' })
  run('deploy/generate.mjs')
  run('web/build.mjs', '--if-stale')
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
  const child = spawn(node, [main, '--target=all'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
    if (!given) execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
  }
  // until it listens, the connection is refused
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    )
  await until(isReady, 240_000, 500).catch(async (error) => {
    await stop()
    throw error
  })
  const of = given ? at : execFileSync('git', ['log', '-1', '--format=%h %cs %s', at], { cwd: root, encoding: 'utf8' }).trim()
  return { url, of, stop }
}

/** A worktree of the commit with its libraries: ours by hard links where they are the same, else installed. */
function checkedOut(commit: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'lyceum-before-')), 'source')
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', folder, commit], { cwd: root })
  const lock = 'package-lock.json'
  if (readFileSync(join(folder, lock), 'utf8') !== readFileSync(join(root, lock), 'utf8'))
    execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' })
  else
    for (const modules of ['node_modules', ...globSync('{kit,proto,bff,web,services/*}/node_modules', { cwd: root })])
      execFileSync('cp', ['-al', join(root, modules), join(folder, modules)])
  return folder
}
