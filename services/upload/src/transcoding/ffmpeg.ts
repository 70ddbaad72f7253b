// Runs of ffmpeg over people's files: local files only, known containers only.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { type Run as Bounds, type RunResult, runBounded } from '../processes/bounded.ts'

/** The path of ffmpeg: LYCEUM_FFMPEG, else the distribution's, which gets updates, else the npm package, a build of 2018. */
export const ffmpegPath = (configured: string | undefined): string =>
  configured || (cachedPath ??= findDistributed() ?? findPackaged() ?? 'ffmpeg')
let cachedPath: string | undefined

/** The ffmpeg of the distribution, if it is built with H.264. */
function findDistributed(): string | undefined {
  const program = '/usr/bin/ffmpeg'
  const { status, stdout } = spawnSync(program, ['-hide_banner', '-encoders'], { encoding: 'utf8', timeout: 10_000 })
  return status === 0 && /\blibx264\b/.test(stdout) ? program : undefined
}

function findPackaged(): string | undefined {
  try {
    return (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path
  } catch {
    return undefined
  }
}

// no playlists, concat scripts, image sequences or devices: those name other files
const containers =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,live_flv,mpeg,mpegts,ogg,mp3,aac,wav,w64,flac,amr,aiff,rm,mpegvideo,h264'
const safeArguments = ['-hide_banner', '-y', '-protocol_whitelist', 'file,crypto,data,pipe', '-max_alloc', String(1024 ** 3)]
/** The arguments of an input: each input has its own list of formats. */
export const safeInput = (file: string) => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  containers,
  '-max_pixels',
  String(8192 ** 2),
  '-i',
  file,
]

/** Megabytes of one segment at most: a quality of 2.8 Mbit/s needs under two. */
const maxSegmentMb = 256

export type Run = Pick<Bounds, 'scratch' | 'input' | 'hidden' | 'memoryMb' | 'limit' | 'signal'> & {
  ffmpeg: string
  arguments: string[]
  /** Seconds of output so far. */
  onTime?(seconds: number): void
  /** Lines of an output that goes to pipe:1; without onTime, whose lines go there too. */
  onLine?(line: string): void
}

export const runFfmpeg = ({ ffmpeg, arguments: command, onTime, onLine, ...bounds }: Run): Promise<RunResult> =>
  runBounded({
    ...bounds,
    fileMb: maxSegmentMb,
    program: ffmpeg,
    arguments: [...safeArguments, ...(onTime ? ['-progress', 'pipe:1', '-nostats', '-loglevel', 'warning'] : []), ...command],
    onLine: (line) => {
      onLine?.(line)
      const [, microseconds] = /^out_time_(?:us|ms)=(-?\d+)$/.exec(line) ?? []
      if (microseconds) onTime?.(Math.max(0, Number(microseconds) / 1_000_000))
    },
  })
