// Runs a program over people's files: the one way for every such program, bounded in time, memory and written bytes, cut off from the
// network and from our own folders if the system allows it, and ended with this process.
import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { watchMemory } from './memory.ts'
import { isolatedCommand } from './isolation.ts'

// Limits that a system lacks are skipped. A killed parent cannot end its children, so the shell holds a pipe to us (fd 3) and kills the
// whole group when it closes. The shell does not wait for the guard.
const guardScript = `
ulimit -c 0 2>/dev/null
ulimit -n 1024 2>/dev/null
ulimit -d "$DATA_KB" 2>/dev/null
ulimit -f "$FILE_BLOCKS" 2>/dev/null
ulimit -t "$CPU_SECONDS" 2>/dev/null
unset DATA_KB FILE_BLOCKS CPU_SECONDS
nice -n 5 "$0" "$@" </dev/null 3<&- & run=$!
{ cat <&3 >/dev/null 2>&1; kill -9 -$$ 2>/dev/null; } >/dev/null 2>&1 & guard=$!
exec 3<&-
wait $run; code=$?
kill $guard 2>/dev/null
exit $code`

export type Run = {
  program: string
  arguments: string[]
  /** The folder of the program, and the only one of ours that it sees. */
  scratch: string
  /** A file outside of scratch that the program reads. */
  input?: string | undefined
  /** Folders of ours that the program must not see. */
  hidden?: string[]
  /** Megabytes of the program and its descendants. */
  memoryMb: number
  /** Megabytes of addresses that it reserves and does not use. */
  reservedMb?: number
  /** Megabytes of the largest file it may write. */
  fileMb: number
  /** Milliseconds. */
  limit: number
  signal: AbortSignal
  /** Its environment, beside PATH. */
  env?: Record<string, string>
  onLine?(line: string): void
}
/** The limit that ended a program. */
export type Limit = 'time' | 'memory' | 'fileSize'
/** code null: ended by a signal or a limit. words: the last of its stderr. */
export type RunResult = { code: number | null; words: string; over: Limit | undefined }

/** Exit codes of the shell for a child ended by a signal: 128 and its number. 255: ffmpeg, interrupted. */
const killed = new Set([...[4, 5, 6, 7, 8, 9, 11, 15, 24, 25, 31].map((signal) => 128 + signal), 255])
const outOfCpu = 128 + 24
const outOfFile = 128 + 25
const memoryWords = /cannot allocate memory|failed to allocate|bad_alloc|out of memory|MemoryError|allocation failed|ENOMEM/i

function killGroup(pid: number | undefined) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // the group has ended
  }
}

export async function runBounded(run: Run): Promise<RunResult> {
  const { scratch, memoryMb, reservedMb = 0, fileMb, limit, signal, env = {}, onLine } = run
  signal.throwIfAborted()
  const { program, args, env: isolationEnv } = await isolatedCommand(run)
  signal.throwIfAborted()
  const child = spawn('/bin/sh', ['-c', guardScript, program, ...args], {
    // a group of its own: Ctrl-C is for us, and we end it
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    cwd: scratch,
    env: {
      PATH: process.env.PATH,
      ...env,
      ...isolationEnv,
      DATA_KB: String((memoryMb + reservedMb) * 1024),
      // of 512 bytes
      FILE_BLOCKS: String(fileMb * 2048),
      // the timer decides; this ends a program while our own process stands still
      CPU_SECONDS: String(Math.ceil((limit / 1000) * availableParallelism()) + 10),
    },
  })
  let words = ''
  let over: Limit | undefined
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-100_000)
  })
  readLines(child, onLine)
  const end = () => {
    // processes that the program has left behind
    if (child.exitCode !== null || child.signalCode !== null) killGroup(child.pid)
    child.stdio[3]?.destroy()
  }
  const endBy = (reason: Limit) => {
    over ??= reason
    end()
  }
  const timer = setTimeout(endBy, limit, 'time')
  const watch = watchMemory(child.pid, memoryMb, () => endBy('memory'))
  signal.addEventListener('abort', end)
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', end) // else the guard would hold the pipe open
      child.once('close', resolve)
    })
    const code = status !== null && killed.has(status) ? null : status
    return { code, words, over: over ?? limitOf(status, words) }
  } finally {
    clearTimeout(timer)
    watch.stop()
    signal.removeEventListener('abort', end)
  }
}

/** The limit that the system itself has enforced, by exit status and stderr. */
function limitOf(status: number | null, words: string): Limit | undefined {
  if (status === 0) return undefined
  if (status === outOfCpu) return 'time'
  if (status === outOfFile || /File too large/.test(words)) return 'fileSize'
  return memoryWords.test(words) ? 'memory' : undefined
}

const maxLine = 64 * 1024

/** Passes its output on by lines; a line that is too long is dropped, so that an endless one takes no memory. */
function readLines(child: ChildProcess, onLine: Run['onLine']) {
  let line = ''
  const isShortEnough = () => line.length <= maxLine
  const flush = () => {
    if (isShortEnough()) onLine?.(line.replace(/\r$/, ''))
    line = ''
  }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    for (const [nth, piece] of text.split('\n').entries()) {
      if (nth > 0) flush()
      if (isShortEnough()) line += piece
    }
  })
  child.stdout!.on('end', () => {
    if (line) flush()
  })
}
