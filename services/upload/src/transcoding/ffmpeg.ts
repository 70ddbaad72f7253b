// Running ffmpeg over what strangers sent: only local files, only known containers, bounded in time and memory, at low priority, and
// never longer alive than we are.
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

/** FFMPEG_PATH, else the npm package of a laptop, else whatever PATH has. */
export function ffmpegPath(configured: string | undefined): string {
  if (configured) return configured
  try {
    return (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path
  } catch {
    return 'ffmpeg'
  }
}

// no playlists, concat scripts, image sequences or devices: those name other files
const containers =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,live_flv,mpeg,mpegts,ogg,mp3,aac,wav,w64,flac,amr,aiff,rm,mpegvideo,h264'
const safe = [
  '-hide_banner',
  '-y',
  '-protocol_whitelist',
  'file,crypto,data,pipe',
  '-format_whitelist',
  containers,
  '-max_alloc',
  String(1024 ** 3),
]

// A killed parent cannot end its child: so a shell holds a pipe to us (fd 3) and kills ffmpeg when it closes.
const keeper = `
[ "$LIMIT_KB" != 0 ] && ulimit -v "$LIMIT_KB" 2>/dev/null
nice -n 5 "$0" "$@" </dev/null 3<&- & run=$!
{ cat <&3 >/dev/null 2>&1; kill -9 $run 2>/dev/null; } >/dev/null 2>&1 & guard=$!
exec 3<&-
wait $run; code=$?
kill $guard 2>/dev/null
exit $code`

export type Run = {
  ffmpeg: string
  arguments: string[]
  memoryMb: number
  /** Milliseconds. */
  limit: number
  signal: AbortSignal
  /** Seconds of output so far. */
  onTime?(seconds: number): void
}
/** code null: it did not end by itself. words: the last of what it said. */
export type Ended = { code: number | null; words: string; outOfTime: boolean }

/** What the shell answers for a child that died of a signal: 128 and its number. Other numbers that high are ffmpeg's own. */
const killed = new Set([134, 135, 136, 137, 139, 143, 255])

export async function runFfmpeg({ ffmpeg, arguments: rest, memoryMb, limit, signal, onTime }: Run): Promise<Ended> {
  signal.throwIfAborted()
  const child = spawn(
    '/bin/sh',
    ['-c', keeper, ffmpeg, ...safe, ...(onTime ? ['-progress', 'pipe:1', '-nostats', '-loglevel', 'warning'] : []), ...rest],
    {
      // a group of its own: Ctrl-C is for us, and we end it
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LIMIT_KB: process.platform === 'linux' ? String(memoryMb * 1024) : '0' },
    },
  )
  let words = '',
    outOfTime = false
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-100_000)
  })
  const lines = createInterface({ input: child.stdout! }).on('line', (line) => {
    const [, microseconds] = /^out_time_(?:us|ms)=(-?\d+)$/.exec(line) ?? []
    if (microseconds) onTime?.(Math.max(0, Number(microseconds) / 1_000_000))
  })
  const end = () => endChild(child)
  const timer = setTimeout(() => {
    outOfTime = true
    end()
  }, limit)
  signal.addEventListener('abort', end)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', end) // else the guard would hold the pipe, and this would wait for it
      child.once('close', (status) => resolve(status))
    })
    return { code: code !== null && killed.has(code) ? null : code, words, outOfTime }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    lines.close()
  }
}

/** Closing the pipe ends ffmpeg; the shell then ends by itself. */
function endChild(child: ChildProcess) {
  child.stdio[3]?.destroy()
}
