import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What runs under a process id: `started` tells it from a later process with the same id. */
export type RunningProcess = { started: string; command: string }

/** The process with this id, or undefined when there is none; a zombie (nobody reaps it in some containers) counts as none. */
export async function runningProcess(pid: number): Promise<RunningProcess | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (process.platform === 'linux') return fromProc(pid)
  const said = await run('ps', ['-o', 'stat=,lstart=,args=', '-p', String(pid)]).then(
    (r) => r.stdout.trim(),
    () => '',
  )
  const [, state, started, command] = /^(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)$/s.exec(said) ?? []
  return !state || !started || state.startsWith('Z') ? undefined : { started, command: command ?? '' }
}

// Debian's slim images have no ps
async function fromProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    return { started: fields[19] ?? '', command }
  } catch {
    return undefined
  }
}

/** Linux: the living processes whose working folder this is. */
export async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const here = (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
      return here && (await runningProcess(pid)) ? [pid] : []
    }),
  )
  return found.flat()
}
