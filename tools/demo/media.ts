// The demo school's films and pictures, made on this machine: nothing is downloaded, nothing has another's copyright.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegPath } from '../../services/upload/src/transcoding/ffmpeg.ts'
import { kept } from './files.ts'

const run = promisify(execFile)
const here = createRequire(import.meta.url)

export type Slide = {
  title: string
  /** Shown; without any the title is not shown either: the fonts at hand have Latin letters alone. */
  lines: string[]
  /** Spoken, as captions. */
  say: string[]
}
export type Kind = 'ocean' | 'grid' | 'arches' | 'bell'
export type Picture = { file: string; kind: Kind; title: string; line: string }
export type Film = {
  file: string
  kind: Kind
  seconds: number
  slides: Slide[] /** In HD and with sound, which takes as long to convert as all the rest. */
  sharp?: true
}
type Workshop = { folder: string; ffmpeg: string | undefined }

/** The moving picture behind the words: the light of each point, its two colours, and how the points become a picture. Few points, since each is computed. */
const backgrounds: Record<Kind, { lum: string; cb: string; cr: string; flags: string }> = {
  ocean: {
    lum: '60+26*sin(X/17+T*0.3+3*sin(Y/23+T*0.1))+22*sin(Y/9-T*0.2)+18*(90-Y)/90',
    cb: '142+8*sin(X/31-T*0.2)',
    cr: '96+6*sin(Y/19+T*0.1)',
    flags: 'bicubic',
  },
  grid: {
    lum: '52+34*(lt(mod(X+Y*0.5*sin(T*0.05)+800,18),1.4)+lt(mod(Y+X*0.3*sin(T*0.04)+800,18),1.4))',
    cb: '116+8*sin(T*0.05)',
    cr: '146',
    flags: 'bicubic',
  },
  arches: {
    lum: '92+54*sin(hypot(mod(X+20*mod(floor(Y/20),2),40)-20,mod(Y,20)-22)*0.9-T*0.25)',
    cb: '112',
    cr: '150+6*sin(T*0.1+Y/30)',
    flags: 'bicubic',
  },
  bell: {
    lum: 'if(gt(Y,86-64*exp(-pow((floor(X/8)*8+4-80)/(20+9*sin(T*0.1)),2))),168-mod(floor(X/8),2)*10,44)',
    cb: '150',
    cr: '116',
    flags: 'neighbor',
  },
}
const points = ({ lum, cb, cr }: (typeof backgrounds)[Kind], rate: number, seconds: number) =>
  `nullsrc=s=160x90:r=${rate}:d=${seconds},geq=lum='${lum}':cb='${cb}':cr='${cr}'`
const tone = (seconds: number) => `aevalsrc='0.03*sin(2*PI*196*t)*(0.6+0.4*sin(0.9*t))+0.02*sin(2*PI*293.66*t)':s=22050:d=${seconds}`

/** The folder of the fonts that pdfjs-dist brings; without it films have no words. */
function fonts(): string | undefined {
  try {
    return join(dirname(here.resolve('pdfjs-dist/package.json')), 'standard_fonts')
  } catch {
    return undefined
  }
}

/** Words over the picture, one slide after another; `size` is the height of the picture. */
function words(slides: Slide[], seconds: number, size: number): string[] {
  const folder = fonts()
  if (!folder) return []
  const file = (name: string) => join(folder, `LiberationSans-${name}.ttf`).replace(/([:\\'])/g, '\\$1')
  const escaped = (said: string) => said.replace(/[\\':%,;]/g, (sign) => (sign === "'" ? '’' : `\\\\\\${sign}`))
  const each = seconds / slides.length
  const scale = (pixels: number) => Math.round((pixels * size) / 720)
  return slides.flatMap(({ title, lines }, at) => {
    if (lines.length === 0) return []
    const shown = `enable='between(t,${(at * each).toFixed(2)},${((at + 1) * each - 0.4).toFixed(2)})'`
    const line = (name: string, said: string, height: number, y: number) =>
      `drawtext=fontfile='${file(name)}':text='${escaped(said)}':fontsize=${scale(height)}:fontcolor=white:shadowcolor=black@0.45:shadowx=2:shadowy=2:x=${scale(96)}:y=${scale(y)}:${shown}`
    return [line('Bold', title, 58, 220), ...lines.map((said, nth) => line('Regular', said, 34, 326 + nth * 54))]
  })
}

async function draw(ffmpeg: string | undefined, given: string[]): Promise<void> {
  const running = run(ffmpegPath(ffmpeg), ['-v', 'error', '-y', ...given])
  // page views have priority over films
  if (running.child.pid) setPriority(running.child.pid, constants.priority.PRIORITY_LOW)
  await running
}

const framesASecond = 2

/** mp4, a talk with slides: a few frames a second, so that some minutes are made and converted in some seconds. */
export const makeFilm = ({ file, kind, seconds, slides, sharp }: Film, { folder, ffmpeg }: Workshop): Promise<string> =>
  kept(folder, file, async (path) => {
    const [width, height] = sharp ? [1280, 720] : [640, 360]
    const look = [`scale=${width}:${height}:flags=${backgrounds[kind].flags}`, ...words(slides, seconds, height), 'format=yuv420p']
    const source = (given: string) => ['-f', 'lavfi', '-i', given]
    const sound = sharp ? [...source(tone(seconds)), '-c:a', 'aac', '-b:a', '48k'] : []
    const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '28', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
    const length = ['-t', `${seconds}`]
    await draw(ffmpeg, [
      ...source(points(backgrounds[kind], framesASecond, seconds)),
      ...sound,
      ...length,
      '-vf',
      look.join(','),
      ...coded,
      '-f',
      'mp4',
      path,
    ])
  })

/** png, 1280 × 720: one moment of such a film. */
export const makePicture = ({ file, kind, title, line }: Picture, { folder, ffmpeg }: Workshop): Promise<string> =>
  kept(folder, file, async (path) => {
    const look = [`scale=1280:720:flags=${backgrounds[kind].flags}`, ...words([{ title, lines: [line], say: [] }], 10, 720)]
    const one = ['-frames:v', '1', '-f', 'image2', '-c:v', 'png', path]
    await draw(ffmpeg, ['-f', 'lavfi', '-i', points(backgrounds[kind], 1, 2), '-vf', look.join(','), ...one])
  })

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)

/** The spoken text as WebVTT: a slide's sentences share its time. */
export function captionsOf({ slides, seconds }: Film): string {
  const each = seconds / slides.length
  const cues = slides.flatMap(({ say }, at) =>
    say.map((said, nth) => {
      const long = each / say.length
      const begin = at * each + nth * long
      return `${clock(begin + 0.5)} --> ${clock(begin + long - 0.3)}\n${said}`
    }),
  )
  return ['WEBVTT', ...cues].join('\n\n')
}

export const chaptersOf = ({ slides, seconds }: Film) =>
  slides.map(({ title }, at) => ({ title, second: Math.round((at * seconds) / slides.length) }))
