// The claim of a process on a folder of data, and the clean-up of a server that a dead process has left.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn, runningProcess } from '../child-processes.ts'

const ours = new Set<string>()

/** The id of the living process that uses the folder; undefined: none. */
export async function ownerOf(folder: string): Promise<number | undefined> {
  const [pid = '', started] = (await readFile(join(folder, 'owner'), 'utf8').catch(() => '')).split('\n')
  const other = Number(pid)
  if (!other) return undefined
  const alive = other === process.pid ? ours.has(folder) : (await runningProcess(other))?.started === started
  return alive ? other : undefined
}

/** Claims the folder: throws while another process uses it, stops a server that a dead one left running, removes a stale lock. */
export async function claimFolder(folder: string, patience?: number): Promise<void> {
  const mark = join(folder, 'owner')
  for (let attempt = 0; ; attempt++) {
    const other = await ownerOf(folder)
    if (other) throw new Error(`the database in ${folder} is in use by process ${other}`)
    if (await readFile(mark, 'utf8').catch(() => '')) await rm(mark, { force: true })
    const me = await runningProcess(process.pid)
    const won = await writeFile(mark, `${process.pid}\n${me?.started}`, { flag: 'wx' }).then(
      () => true,
      () => false,
    )
    if (won) break
    if (attempt > 5) throw new Error(`the folder ${folder} can't be marked as in use`)
  }
  ours.add(folder)
  try {
    await clearServer(folder, patience)
  } catch (error) {
    await releaseFolder(folder)
    throw error
  }
}

export async function releaseFolder(folder: string): Promise<void> {
  if (!ours.delete(folder)) return
  await rm(join(folder, 'owner'), { force: true })
}

/** Milliseconds that a server has for each way to end before the next, harsher one. */
export const shutdownPatience = 10_000

/** The process of the server over this folder; undefined: none. The id in its lock may belong to anything by now: only a server that names this folder is ours. */
async function serverOf(folder: string): Promise<number | undefined> {
  const pid = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return (await isServer(pid, folder)) ? pid : undefined
}
const isServer = async (pid: number, folder: string) => pid > 0 && (await runningProcess(pid))?.command.includes(`lyceum.folder=${folder}`)

/**
 * Ends the server over this folder. A server that is recovering from the crash of a session never ends a fast shutdown (SIGINT), so an immediate
 * one follows (SIGQUIT), then the kill. Neither loses what is committed: the next start recovers it from the log.
 */
export async function endServer(
  folder: string,
  { patience = shutdownPatience, signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] }: { patience?: number; signals?: NodeJS.Signals[] } = {},
): Promise<void> {
  const pid = await serverOf(folder)
  if (!pid) return
  for (const signal of signals) {
    try {
      process.kill(pid, signal)
    } catch {} // it ended in between
    for (const began = performance.now(); performance.now() - began < patience; await sleep(20)) if (!(await isServer(pid, folder))) return
  }
  throw new Error(`a PostgreSQL left running over ${folder} (process ${pid}) does not stop`)
}

/** Removes the remains of a server over this folder: the server itself, the sessions of a killed one, its lock. */
export async function clearServer(folder: string, patience = shutdownPatience): Promise<void> {
  await endServer(folder, { patience })
  await endSessions(join(folder, 'data'))
  await rm(join(folder, 'data', 'postmaster.pid'), { force: true })
}

/**
 * Sessions notice within milliseconds that their server was killed, except one in the middle of a long computation. None of them can commit any
 * more, and a server does not start beside them. On other systems than Linux they cannot be found, and that refusal protects the data.
 */
async function endSessions(data: string): Promise<void> {
  if (process.platform !== 'linux') return await sleep(100)
  for (let i = 0; i < 100; i++) {
    const sessions = await processesIn(data)
    if (sessions.length === 0) return
    if (i >= 5) {
      for (const pid of sessions) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {} // it ended in between
      }
    }
    await sleep(20)
  }
  throw new Error(`sessions of a killed PostgreSQL over ${data} do not end`)
}
